/**
 * `ag-ui-lit/react`: `ag-ui-lit/element`, and the JSX types of `<ag-ui-agent>` and of forms that are tools. For React
 * 19, which sets properties of custom elements and listens to their events.
 *
 * @module
 */
import type { HTMLAttributes as ReactAttributes, RefAttributes } from "react";
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

/** Listeners as React names those of custom elements: `on` and the event's name as it is. */
type Listeners<EventMap> = {
  [Type in keyof EventMap & string as `on${Type}`]?: ((event: EventMap[Type]) => void) | undefined;
};

/** The props of `<ag-ui-agent>` in JSX. */
export interface AgUiAgentProps
  extends ReactAttributes<AgUiAgent>,
    RefAttributes<AgUiAgent>,
    AgentProperties,
    Listeners<AgUiAgentEventMap> {}

/** The props of `<ag-ui-chat>` in JSX. The element is defined by `ag-ui-lit/chat`. */
export interface AgUiChatProps
  extends ReactAttributes<AgUiChat>,
    RefAttributes<AgUiChat>,
    ChatProperties,
    Listeners<AgUiChatEventMap> {}

/** The props of `<ag-ui-chat-popup>` in JSX. The element is defined by `ag-ui-lit/chat`. */
export interface AgUiChatPopupProps
  extends ReactAttributes<AgUiChatPopup>,
    RefAttributes<AgUiChatPopup>,
    ChatProperties,
    Listeners<AgUiChatEventMap & AgUiChatPopupEventMap> {}

/** The properties of `<ag-ui-threads>` in JSX. The element is defined by `ag-ui-lit/threads`. */
export interface AgUiThreadsProps
  extends ReactAttributes<AgUiThreads>,
    RefAttributes<AgUiThreads>,
    ThreadsProperties,
    Listeners<AgUiThreadsEventMap> {}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "ag-ui-agent": AgUiAgentProps;
      "ag-ui-chat": AgUiChatProps;
      "ag-ui-chat-popup": AgUiChatPopupProps;
      "ag-ui-threads": AgUiThreadsProps;
    }
  }

  interface FormHTMLAttributes<T> {
    /** Makes the form a tool of this name. */
    toolname?: string | undefined;
    /** The tool's description, for the model. */
    tooldescription?: string | undefined;
    /** `""`: a call submits the form. Otherwise the person does. */
    toolautosubmit?: "" | undefined;
    /** The announcement for screen readers when the form waits for the person. */
    toolnotice?: string | undefined;
  }

  interface HTMLAttributes<T> {
    /** The description of a control in a form that is a tool; its label by default. */
    toolparamdescription?: string | undefined;
  }
}
