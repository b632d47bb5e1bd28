import { render } from "preact";
import { guardWaitingActs } from "./acts/act.ts";
import { startLive } from "./api/live.ts";
import { App } from "./app.tsx";
import { startRoute } from "./shell/route.ts";
import { applyTheme, keptTheme } from "./shell/theme.ts";

applyTheme(keptTheme());
startRoute();
startLive();
guardWaitingActs();
const page = document.getElementById("page");
if (page) render(<App />, page);
