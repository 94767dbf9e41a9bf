/** The README's Vue component, beside one that sets every property. */
import { createApp } from "vue";
import App from "./vue-app.vue";

createApp(App).mount("#root");
