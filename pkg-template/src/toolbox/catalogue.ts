// Made from the tools in crates/toolbox: `UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-toolbox --test main catalogue` writes it.

import type { CatalogueEntry } from "./catalogue-entry.js";

/** The tools of `agentTools`. */
export const agentToolsCatalogue: readonly CatalogueEntry[] = [
  {
    "description": "Writes a thought down, and does nothing else: it reads and changes nothing. Use it to plan before several steps, or to weigh what a result means.",
    "metadata": {
      "category": "agents",
      "idempotent": true
    },
    "name": "thinking",
    "parameters": {
      "additionalProperties": false,
      "properties": {
        "thought": {
          "description": "The thought.",
          "type": "string"
        }
      },
      "required": [
        "thought"
      ],
      "type": "object"
    }
  },
  {
    "description": "Gives a task to another agent, waits until it is done, and returns the agent's answer. The agent sees nothing of this conversation: write into the task whatever it needs to know. It may use tools of this page by itself; the user is asked where one needs approval. Use it for work that can be described completely and whose steps do not matter here. Long answers are cut, which is said at the end.",
    "metadata": {
      "category": "agents",
      "idempotent": false
    },
    "name": "subagent",
    "parameters": {
      "additionalProperties": false,
      "properties": {
        "agent": {
          "description": "The name of the agent.",
          "type": "string"
        },
        "task": {
          "description": "All that it has to know: what to find out or to do, and what to answer. It sees nothing else of this conversation.",
          "type": "string"
        },
        "tools": {
          "description": "The names of the tools that it may use for this task; leave it out for all that it may use.",
          "items": {
            "type": "string"
          },
          "type": [
            "array",
            "null"
          ]
        }
      },
      "required": [
        "agent",
        "task"
      ],
      "type": "object"
    }
  },
  {
    "description": "Looks at an image and answers a question about it in words: what is on a screenshot, what a chart says, which text a photo shows. The image is one that the page shows, a screenshot that was taken, a file, or one of the web. PNG, JPEG, GIF and WebP are looked at. Answers beyond 16,384 characters are cut, which is said at the end.",
    "metadata": {
      "category": "agents",
      "idempotent": true,
      "timeout": 120000.0
    },
    "name": "image_recognition",
    "parameters": {
      "additionalProperties": false,
      "properties": {
        "from": {
          "description": "Where the image is.",
          "oneOf": [
            {
              "const": "element",
              "description": "An element of the page that shows an image: `image` is a CSS selector of it.",
              "type": "string"
            },
            {
              "const": "screenshot",
              "description": "A picture that was taken of the page: `image` is its name, such as `screenshot-1`.",
              "type": "string"
            },
            {
              "const": "file",
              "description": "A file: `image` is its path.",
              "type": "string"
            },
            {
              "const": "url",
              "description": "The web: `image` is its address.",
              "type": "string"
            }
          ]
        },
        "image": {
          "description": "Which image: a CSS selector, the name of a screenshot, a path or an address, as `from` says.",
          "type": "string"
        },
        "question": {
          "description": "What to look for, in words.",
          "type": "string"
        }
      },
      "required": [
        "from",
        "image",
        "question"
      ],
      "type": "object"
    }
  }
];

/** The tools of `runTools`. */
export const runToolsCatalogue: readonly CatalogueEntry[] = [
  {
    "description": "Calls several tools at the same time and returns all results in the order of the calls. Use it for calls that don't depend on each other, such as reading several files. One that fails does not stop the others. The user is asked about each call that needs approval, as if it were made alone. A batch can't hold another batch. Long results are cut, which is said where it happens: call that tool alone to read all of it.",
    "metadata": {
      "category": "runs",
      "idempotent": false
    },
    "name": "batch",
    "parameters": {
      "additionalProperties": false,
      "properties": {
        "calls": {
          "description": "The calls. They run at the same time, in no certain order: none may need what another one gives.",
          "items": {
            "additionalProperties": false,
            "description": "One call of a batch.",
            "properties": {
              "args": {
                "additionalProperties": true,
                "default": {},
                "description": "Its arguments.",
                "type": "object"
              },
              "tool": {
                "description": "The name of the tool.",
                "type": "string"
              }
            },
            "required": [
              "tool"
            ],
            "type": "object"
          },
          "type": "array"
        },
        "description": {
          "description": "What the calls are for, in a few words.",
          "type": "string"
        }
      },
      "required": [
        "description",
        "calls"
      ],
      "type": "object"
    }
  },
  {
    "description": "Lists what runs at the moment: calls of tools that have not ended, and what was left running in the background; with the tool, how long it has run, and what it reported last. Up to 100 are listed, the oldest first. It changes nothing.",
    "metadata": {
      "category": "runs",
      "idempotent": true
    },
    "name": "view_background_processes",
    "parameters": {
      "additionalProperties": false,
      "type": "object"
    }
  }
];
