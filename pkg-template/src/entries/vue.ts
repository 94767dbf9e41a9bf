/**
 * `ag-ui-lit/vue`: `ag-ui-lit/element`, and the types of `<ag-ui-agent>` and of forms that are tools in Vue 3's
 * templates.
 *
 * @module
 */
import type { HTMLAttributes, PublicProps } from "vue";
import type { AgUiChat } from "../chat/ag-ui-chat.js";
import type { AgUiChatPopup } from "../chat/ag-ui-chat-popup.js";
import type { AgUiChatEventMap } from "../chat/event-map.js";
import type { ChatProperties } from "../chat/framework-properties.js";
import type { AgUiChatPopupEventMap } from "../chat/popup-events.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { AgUiAgentEventMap } from "../element/events/event-map.js";
import type { AgentProperties } from "../element/framework-properties.js";
import type { AgUiThreads } from "../threads/view/ag-ui-threads.js";
import type { AgUiThreadsEventMap } from "../threads/view/event-map.js";
import type { ThreadsProperties } from "../threads/view/framework-properties.js";

export * from "./element.js";

/** An event's name as Vue writes it in a listener's. */
type Pascal<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<Name>;

type Listeners<EventMap> = {
  [Type in keyof EventMap & string as `on${Pascal<Type>}`]?:
    | ((event: EventMap[Type]) => void)
    | undefined;
};

/** The props of `<ag-ui-agent>` in a template. */
export interface AgUiAgentProps
  extends HTMLAttributes,
    AgentProperties,
    Listeners<AgUiAgentEventMap> {}

/** The props of `<ag-ui-chat>` in a template. The element is defined by `ag-ui-lit/chat`. */
export interface AgUiChatProps
  extends HTMLAttributes,
    ChatProperties,
    Listeners<AgUiChatEventMap> {}

/** The props of `<ag-ui-chat-popup>` in a template. The element is defined by `ag-ui-lit/chat`. */
export interface AgUiChatPopupProps
  extends HTMLAttributes,
    ChatProperties,
    Listeners<AgUiChatEventMap & AgUiChatPopupEventMap> {}

/** The properties of `<ag-ui-threads>` in a template. The element is defined by `ag-ui-lit/threads`. */
export interface AgUiThreadsProps
  extends HTMLAttributes,
    ThreadsProperties,
    Listeners<AgUiThreadsEventMap> {}

declare module "vue" {
  interface GlobalComponents {
    "ag-ui-agent": new () => AgUiAgent & { $props: AgUiAgentProps & PublicProps };
    "ag-ui-chat": new () => AgUiChat & { $props: AgUiChatProps & PublicProps };
    "ag-ui-chat-popup": new () => AgUiChatPopup & { $props: AgUiChatPopupProps & PublicProps };
    "ag-ui-threads": new () => AgUiThreads & { $props: AgUiThreadsProps & PublicProps };
  }

  interface FormHTMLAttributes {
    /** Makes the form a tool of this name. */
    toolname?: string | undefined;
    /** The tool's description, for the model. */
    tooldescription?: string | undefined;
    /** `""`: a call submits the form. Otherwise the person does. */
    toolautosubmit?: "" | undefined;
    /** The announcement for screen readers when the form waits for the person. */
    toolnotice?: string | undefined;
  }

  interface HTMLAttributes {
    /** The description of a control in a form that is a tool; its label by default. */
    toolparamdescription?: string | undefined;
  }
}
