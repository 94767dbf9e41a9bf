/**
 * `ag-ui-lit/vue`: `ag-ui-lit/element`, and what Vue 3's templates need to know of `<ag-ui-agent>` and of forms that
 * are tools.
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

/** What `<ag-ui-agent>` takes in a template. */
export interface AgUiAgentProps
  extends HTMLAttributes,
    AgentProperties,
    Listeners<AgUiAgentEventMap> {}

/** What `<ag-ui-chat>` takes in a template. The element is defined by `ag-ui-lit/chat`. */
export interface AgUiChatProps
  extends HTMLAttributes,
    ChatProperties,
    Listeners<AgUiChatEventMap> {}

/** What `<ag-ui-chat-popup>` takes in a template. The element is defined by `ag-ui-lit/chat`. */
export interface AgUiChatPopupProps
  extends HTMLAttributes,
    ChatProperties,
    Listeners<AgUiChatEventMap & AgUiChatPopupEventMap> {}

/** What `<ag-ui-threads>` takes in a template. The element is defined by `ag-ui-lit/threads`. */
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
    /** What the tool does, for the model. */
    tooldescription?: string | undefined;
    /** `""`: a call submits the form. Otherwise the person does. */
    toolautosubmit?: "" | undefined;
    /** What a screen reader says when the form waits for the person. */
    toolnotice?: string | undefined;
  }

  interface HTMLAttributes {
    /** What a control of a form that is a tool is for; its label when absent. */
    toolparamdescription?: string | undefined;
  }
}
