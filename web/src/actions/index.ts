// Every file that declares actions: whatever loads the registry loads them all.
import "./jobs";
import "./runs";
