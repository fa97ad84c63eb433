// Every file that declares actions: whatever loads the registry loads them all.
import "./alerts";
import "./batches";
import "./holding";
import "./jobs";
import "./ladders";
import "./reminders";
import "./runs";
import "./service-alerts";
import "./setup";
import "./tasks";
import "./tenants";
import "./webhooks";
