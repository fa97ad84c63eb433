// Every file that declares actions: whatever loads the registry loads them all.
import "./alerts";
import "./jobs";
import "./runs";
import "./tasks";
