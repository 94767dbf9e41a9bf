/** For the entries of workerd: the models' module is compiled with the worker. */
import models from "../generated/models_bg.wasm";
import { loadRawModels } from "./load.js";
import * as raw from "./raw.js";

loadRawModels.start(raw, models);
