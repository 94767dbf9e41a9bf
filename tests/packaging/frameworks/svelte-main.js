/** The guide's Svelte component, mounted and taken away. */
import { globalToolRegistry } from "ag-ui-lit";
import { mount } from "svelte";
import App from "./svelte-app.svelte";

Object.assign(globalThis, { registry: globalToolRegistry });
mount(App, { target: document.querySelector("#root") });
