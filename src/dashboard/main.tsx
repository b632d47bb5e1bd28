import { render } from "preact";
import { startLive } from "./api/live.ts";
import { App } from "./app.tsx";
import { applyTheme, keptTheme } from "./shell/theme.ts";

applyTheme(keptTheme());
startLive();
const page = document.getElementById("page");
if (page) render(<App />, page);
