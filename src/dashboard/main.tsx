import { render } from "preact";
import { guardWaitingActs } from "./acts/act.ts";
import { startLive } from "./api/live.ts";
import { App } from "./app.tsx";
import { applyTheme, keptTheme } from "./shell/theme.ts";

applyTheme(keptTheme());
startLive();
guardWaitingActs();
const page = document.getElementById("page");
if (page) render(<App />, page);
