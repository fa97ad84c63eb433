// Where the page begins.
import { render } from "preact";
import { App, loadEarly } from "./shell/app";
import { followLinks } from "./data/router";
import { startLive } from "./data/live";
import { begin } from "./data/session";
import "./data/prefs";
import "./actions";

const root = document.getElementById("app");
if (root) {
	document.addEventListener("click", followLinks);
	render(<App />, root);
	startLive();
	loadEarly();
	void begin();
}
