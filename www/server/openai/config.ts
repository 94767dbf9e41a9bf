/** Where the model is, and how to ask it. */
export interface OpenAiConfig {
  readonly apiKey: string;
  readonly baseUrl: URL;
  readonly model: string;
}

const DEFAULT_BASE_URL = "https://api.openai.com/v1";
const DEFAULT_MODEL = "gpt-4.1-mini";

/** Reads OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL; undefined without a key. Throws when the URL is not one. */
export function readOpenAiConfig(env: NodeJS.ProcessEnv): OpenAiConfig | undefined {
  const apiKey = env.OPENAI_API_KEY?.trim();
  if (!apiKey) return undefined;
  const base = env.OPENAI_BASE_URL?.trim() || DEFAULT_BASE_URL;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new Error(`OPENAI_BASE_URL must be an http or https URL such as ${DEFAULT_BASE_URL}.`);
  }
  return { apiKey, baseUrl: new URL(base), model: env.OPENAI_MODEL?.trim() || DEFAULT_MODEL };
}
