/** Which brain answers behind the endpoint. */
export interface AgentInfo {
  readonly label: string;
  readonly title: string;
}

const SCRIPTED: AgentInfo = {
  label: "Scripted agent",
  title:
    "No model and no key: the server follows a script. Set OPENAI_API_KEY to use a real model.",
};

/** Asks the demo's server; undefined when it doesn't tell. */
export async function fetchAgentInfo(url: string): Promise<AgentInfo | undefined> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { brain, model } = (await response.json()) as { brain?: string; model?: string };
  if (brain === "scripted") return SCRIPTED;
  return model ? { label: model, title: `Answers come from ${model}.` } : undefined;
}
