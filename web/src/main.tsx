// Where the page begins.
import { render } from "preact";
import { App, loadEarly } from "./shell/app";
import { followLinks } from "./data/router";
import { startLive } from "./data/live";
import { begin } from "./data/session";
import "./data/prefs";
import "./actions";
// What nearly every screen is drawn with comes with the program: a screen's code then needs no
// second round trip.
import "./data/fingerprint";
import "./data/series";
import "./parts/hot-spots";
import "./parts/list";
import "./parts/list-tools";
import "./parts/next-runs";
import "./parts/run-drawer";

const root = document.getElementById("app");
if (root) {
	document.addEventListener("click", followLinks);
	render(<App />, root);
	startLive();
	loadEarly();
	void begin();
}
