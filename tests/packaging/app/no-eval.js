/** Before anything that makes a schema: zod then does not try whether the page may evaluate text. */
import { config } from "zod/v4/core";

config({ jitless: true });
