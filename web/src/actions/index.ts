// Every file that declares actions: whatever loads the registry loads them all.
import "./alerts";
import "./holding";
import "./jobs";
import "./reminders";
import "./runs";
import "./tasks";
import "./tenants";
