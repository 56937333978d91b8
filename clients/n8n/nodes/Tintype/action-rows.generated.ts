// Made by `make generate` (scripts/clients/n8n.mjs); not to be edited.

import type { INodeProperties } from 'n8n-workflow';

/** A property of actions, the actions that have it, and those whose form shows it above the group "Options". */
interface ActionRow {
  actions: readonly string[];
  onTop: readonly string[];
  field: INodeProperties;
}

export const actionRows: readonly ActionRow[] = [
  {
    actions: [
      "batch",
    ],
    onTop: [
      "batch",
    ],
    field: {
      displayName: "Actions",
      name: "actions",
      type: "json",
      required: true,
      default: "[]",
      description: "Actions, each with <code>type</code> and <code>payload</code>",
    },
  },
  {
    actions: [
      "scroll",
    ],
    onTop: [],
    field: {
      displayName: "Amount",
      name: "amount",
      type: "number",
      typeOptions: {
        minValue: 0,
        numberPrecision: 3,
      },
      default: 500,
      description: "CSS pixels; most of the window by default",
    },
  },
  {
    actions: [
      "query",
    ],
    onTop: [],
    field: {
      displayName: "Attributes",
      name: "attributes",
      type: "string",
      typeOptions: {
        multipleValues: true,
      },
      default: [],
      description: "Attributes to return of each element",
    },
  },
  {
    actions: [
      "click",
    ],
    onTop: [],
    field: {
      displayName: "Button",
      name: "button",
      type: "options",
      default: "left",
      options: [
        {
          name: "Left",
          value: "left",
        },
        {
          name: "Middle",
          value: "middle",
        },
        {
          name: "Right",
          value: "right",
        },
      ],
      description: "Button of the mouse",
    },
  },
  {
    actions: [
      "snapshot",
    ],
    onTop: [],
    field: {
      displayName: "Changes Only",
      name: "changesOnly",
      type: "boolean",
      default: false,
      description: "Whether to return what changed since the last snapshot with the same settings, if that is shorter",
    },
  },
  {
    actions: [
      "check",
    ],
    onTop: [],
    field: {
      displayName: "Checked",
      name: "checked",
      type: "boolean",
      default: true,
      description: "Whether the box is checked afterwards",
    },
  },
  {
    actions: [
      "type",
    ],
    onTop: [],
    field: {
      displayName: "Clear",
      name: "clear",
      type: "boolean",
      default: false,
      description: "Whether to empty the field first",
    },
  },
  {
    actions: [
      "console",
      "errors",
    ],
    onTop: [],
    field: {
      displayName: "Clear",
      name: "clear",
      type: "boolean",
      default: false,
      description: "Whether to forget the entries so far",
    },
  },
  {
    actions: [
      "click",
    ],
    onTop: [],
    field: {
      displayName: "Click Count",
      name: "clickCount",
      type: "number",
      typeOptions: {
        minValue: 1,
      },
      default: 1,
      description: "Clicks in a row; 2 is a double click. Values above 3 count as 3.",
    },
  },
  {
    actions: [
      "content",
    ],
    onTop: [
      "content",
    ],
    field: {
      displayName: "Content Format",
      name: "format",
      type: "options",
      default: "text",
      options: [
        {
          name: "HTML",
          value: "html",
        },
        {
          name: "Markdown",
          value: "markdown",
        },
        {
          name: "Text",
          value: "text",
        },
      ],
      description: "Form of the content",
    },
  },
  {
    actions: [
      "press",
    ],
    onTop: [],
    field: {
      displayName: "Count",
      name: "count",
      type: "number",
      typeOptions: {
        minValue: 1,
      },
      default: 1,
      description: "How often to press. Values above 100 count as 100.",
    },
  },
  {
    actions: [
      "type",
      "type_text",
    ],
    onTop: [],
    field: {
      displayName: "Delay (Ms)",
      name: "delayMs",
      type: "number",
      typeOptions: {
        minValue: 0,
      },
      default: 0,
      description: "Milliseconds between two keys. Values above 1000 count as 1000.",
    },
  },
  {
    actions: [
      "scroll",
    ],
    onTop: [],
    field: {
      displayName: "Delta X",
      name: "deltaX",
      type: "number",
      typeOptions: {
        numberPrecision: 3,
      },
      default: 0,
      description: "CSS pixels to the right",
    },
  },
  {
    actions: [
      "scroll",
    ],
    onTop: [],
    field: {
      displayName: "Delta Y",
      name: "deltaY",
      type: "number",
      typeOptions: {
        numberPrecision: 3,
      },
      default: 0,
      description: "CSS pixels down",
    },
  },
  {
    actions: [
      "goto",
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Device Scale Factor",
      name: "deviceScaleFactor",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 3,
        numberPrecision: 3,
      },
      default: 1,
      description: "Device pixels per CSS pixel",
    },
  },
  {
    actions: [
      "scroll",
    ],
    onTop: [
      "scroll",
    ],
    field: {
      displayName: "Direction",
      name: "direction",
      type: "options",
      default: "down",
      options: [
        {
          name: "Down",
          value: "down",
        },
        {
          name: "Left",
          value: "left",
        },
        {
          name: "Right",
          value: "right",
        },
        {
          name: "Up",
          value: "up",
        },
      ],
      description: "Where to scroll",
    },
  },
  {
    actions: [
      "click",
      "hover",
      "scroll",
      "type",
      "fill",
      "select",
      "check",
      "press",
      "snapshot",
    ],
    onTop: [],
    field: {
      displayName: "Element Ref",
      name: "ref",
      type: "string",
      default: "",
      description: "A ref of a snapshot, such as <code>e12</code>",
    },
  },
  {
    actions: [
      "click",
      "hover",
      "scroll",
      "type",
      "fill",
      "select",
      "check",
      "press",
      "snapshot",
    ],
    onTop: [
      "click",
      "hover",
      "type",
      "fill",
      "select",
      "check",
    ],
    field: {
      displayName: "Element Selector",
      name: "selector",
      type: "string",
      default: "",
      description: "CSS selector of the element",
    },
  },
  {
    actions: [
      "query",
    ],
    onTop: [
      "query",
    ],
    field: {
      displayName: "Element Selector",
      name: "selector",
      type: "string",
      required: true,
      default: "",
      description: "CSS selector of the elements",
    },
  },
  {
    actions: [
      "wait_for_selector",
    ],
    onTop: [
      "wait_for_selector",
    ],
    field: {
      displayName: "Element Selector",
      name: "selector",
      type: "string",
      required: true,
      default: "",
      description: "CSS selector of the element",
    },
  },
  {
    actions: [
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Element Selector",
      name: "selector",
      type: "string",
      default: "",
      description: "CSS selector of an element to capture alone",
    },
  },
  {
    actions: [
      "goto",
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Emulate Device Name or ID",
      name: "emulateDevice",
      type: "options",
      typeOptions: {
        loadOptionsMethod: "getDevices",
      },
      default: "",
      description: "A key of the device list; it wins over the size. Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>.",
    },
  },
  {
    actions: [
      "query",
    ],
    onTop: [
      "query",
    ],
    field: {
      displayName: "Fields",
      name: "fields",
      type: "multiOptions",
      default: [
        "text",
      ],
      options: [
        {
          name: "Alt",
          value: "alt",
        },
        {
          name: "Aria Label",
          value: "ariaLabel",
        },
        {
          name: "Bounding Box",
          value: "bbox",
        },
        {
          name: "Class Name",
          value: "className",
        },
        {
          name: "Href",
          value: "href",
        },
        {
          name: "HTML",
          value: "html",
        },
        {
          name: "ID",
          value: "id",
        },
        {
          name: "Name",
          value: "name",
        },
        {
          name: "Role",
          value: "role",
        },
        {
          name: "Src",
          value: "src",
        },
        {
          name: "Tag",
          value: "tag",
        },
        {
          name: "Text",
          value: "text",
        },
        {
          name: "Title",
          value: "title",
        },
        {
          name: "Value",
          value: "value",
        },
        {
          name: "Visible",
          value: "visible",
        },
      ],
      description: "Properties to return of each element",
    },
  },
  {
    actions: [
      "drag_mouse",
    ],
    onTop: [
      "drag_mouse",
    ],
    field: {
      displayName: "From Point",
      name: "from",
      type: "fixedCollection",
      default: {},
      options: [
        {
          displayName: "From Point",
          name: "value",
          values: [
            {
              displayName: "X",
              name: "x",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 5000,
                numberPrecision: 3,
              },
              required: true,
              default: 0,
              description: "CSS pixels of the window, from its top left corner",
            },
            {
              displayName: "Y",
              name: "y",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 5000,
                numberPrecision: 3,
              },
              required: true,
              default: 0,
              description: "CSS pixels of the window, from its top left corner",
            },
          ],
        },
      ],
      description: "Where the button is pressed",
    },
  },
  {
    actions: [
      "screenshot",
    ],
    onTop: [
      "screenshot",
    ],
    field: {
      displayName: "Full Page",
      name: "fullPage",
      type: "boolean",
      default: false,
      description: "Whether to capture the whole page instead of the window",
    },
  },
  {
    actions: [
      "snapshot",
    ],
    onTop: [],
    field: {
      displayName: "Interactive Only",
      name: "interactiveOnly",
      type: "boolean",
      default: false,
      description: "Whether to return only elements that actions can use",
    },
  },
  {
    actions: [
      "press",
    ],
    onTop: [
      "press",
    ],
    field: {
      displayName: "Key to Press",
      name: "key",
      type: "string",
      required: true,
      default: "",
      description: "A key, or several at once: <code>Enter</code>, <code>Control+A</code>",
    },
  },
  {
    actions: [
      "console",
      "errors",
    ],
    onTop: [],
    field: {
      displayName: "Level",
      name: "level",
      type: "options",
      default: "debug",
      options: [
        {
          name: "Debug",
          value: "debug",
        },
        {
          name: "Error",
          value: "error",
        },
        {
          name: "Info",
          value: "info",
        },
        {
          name: "Warning",
          value: "warning",
        },
      ],
      description: "The least severe level to return",
    },
  },
  {
    actions: [
      "query",
      "console",
      "errors",
    ],
    onTop: [],
    field: {
      displayName: "Limit",
      name: "limit",
      type: "number",
      typeOptions: {
        minValue: 1,
      },
      default: 50,
      description: "Max number of results to return",
    },
  },
  {
    actions: [
      "snapshot",
    ],
    onTop: [],
    field: {
      displayName: "Max Tokens",
      name: "maxTokens",
      type: "number",
      typeOptions: {
        minValue: 100,
      },
      default: 4000,
      description: "Longest text, in a model's tokens. Values above 50000 count as 50000.",
    },
  },
  {
    actions: [
      "snapshot",
    ],
    onTop: [
      "snapshot",
    ],
    field: {
      displayName: "Mode",
      name: "mode",
      type: "options",
      default: "compact",
      options: [
        {
          name: "Compact",
          value: "compact",
        },
        {
          name: "Full",
          value: "full",
        },
      ],
      description: "<code>compact</code> leaves out elements that only group others",
    },
  },
  {
    actions: [
      "click",
    ],
    onTop: [],
    field: {
      displayName: "Modifiers",
      name: "modifiers",
      type: "multiOptions",
      default: [],
      options: [
        {
          name: "Alt",
          value: "Alt",
        },
        {
          name: "Control",
          value: "Control",
        },
        {
          name: "Control Or Meta",
          value: "ControlOrMeta",
        },
        {
          name: "Meta",
          value: "Meta",
        },
        {
          name: "Shift",
          value: "Shift",
        },
      ],
      description: "Keys to hold",
    },
  },
  {
    actions: [
      "select",
    ],
    onTop: [],
    field: {
      displayName: "Option Label",
      name: "label",
      type: "string",
      default: "",
      description: "Text of the option to select",
    },
  },
  {
    actions: [
      "select",
    ],
    onTop: [
      "select",
    ],
    field: {
      displayName: "Option Value",
      name: "value",
      type: "string",
      default: "",
      description: "Value of the option to select",
    },
  },
  {
    actions: [
      "select",
    ],
    onTop: [],
    field: {
      displayName: "Option Values",
      name: "values",
      type: "string",
      typeOptions: {
        multipleValues: true,
      },
      default: [],
      description: "Values of several options",
    },
  },
  {
    actions: [
      "drag_mouse",
    ],
    onTop: [],
    field: {
      displayName: "Path",
      name: "path",
      type: "fixedCollection",
      typeOptions: {
        multipleValues: true,
      },
      default: {},
      options: [
        {
          displayName: "Path",
          name: "values",
          values: [
            {
              displayName: "X",
              name: "x",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 5000,
                numberPrecision: 3,
              },
              required: true,
              default: 0,
              description: "CSS pixels of the window, from its top left corner",
            },
            {
              displayName: "Y",
              name: "y",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 5000,
                numberPrecision: 3,
              },
              required: true,
              default: 0,
              description: "CSS pixels of the window, from its top left corner",
            },
          ],
        },
      ],
      description: "Points of the way, instead of From Point and To Point",
    },
  },
  {
    actions: [
      "save_profile",
    ],
    onTop: [
      "save_profile",
    ],
    field: {
      displayName: "Profile Name",
      name: "name",
      type: "string",
      required: true,
      default: "",
      description: "The profile; an existing one is replaced",
    },
  },
  {
    actions: [
      "goto",
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Scale Factor",
      name: "scaleFactor",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 3,
        numberPrecision: 3,
      },
      default: 1,
      description: "Device pixels per CSS pixel",
    },
  },
  {
    actions: [
      "goto",
      "back",
      "forward",
      "reload",
      "click",
      "hover",
      "scroll",
      "move_mouse",
      "drag_mouse",
      "cursor_position",
      "type",
      "type_text",
      "fill",
      "select",
      "check",
      "press",
      "snapshot",
      "content",
      "query",
      "title",
      "url",
      "console",
      "errors",
      "wait_for_selector",
      "wait_for_timeout",
      "screenshot",
      "save_profile",
      "batch",
    ],
    onTop: [],
    field: {
      displayName: "Screenshot",
      name: "screenshot",
      type: "boolean",
      default: false,
      description: "Whether to add a picture of the page to the result",
    },
  },
  {
    actions: [
      "move_mouse",
    ],
    onTop: [],
    field: {
      displayName: "Steps",
      name: "steps",
      type: "number",
      typeOptions: {
        minValue: 1,
      },
      default: 1,
      description: "Moves on the way. Values above 100 count as 100.",
    },
  },
  {
    actions: [
      "drag_mouse",
    ],
    onTop: [],
    field: {
      displayName: "Steps",
      name: "steps",
      type: "number",
      typeOptions: {
        minValue: 1,
      },
      default: 10,
      description: "Moves between two points. Values above 100 count as 100.",
    },
  },
  {
    actions: [
      "batch",
    ],
    onTop: [],
    field: {
      displayName: "Stop on Error",
      name: "stopOnError",
      type: "boolean",
      default: true,
      description: "Whether to leave out the rest after a failed action",
    },
  },
  {
    actions: [
      "type",
      "type_text",
    ],
    onTop: [
      "type",
      "type_text",
    ],
    field: {
      displayName: "Text",
      name: "text",
      type: "string",
      required: true,
      default: "",
      description: "Text to type",
    },
  },
  {
    actions: [
      "wait_for_selector",
    ],
    onTop: [],
    field: {
      displayName: "Timeout (Ms)",
      name: "timeoutMs",
      type: "number",
      typeOptions: {
        minValue: 0,
      },
      default: 10000,
      description: "Longest wait in milliseconds. Values above 25000 count as 25000.",
    },
  },
  {
    actions: [
      "wait_for_timeout",
    ],
    onTop: [
      "wait_for_timeout",
    ],
    field: {
      displayName: "Timeout (Ms)",
      name: "timeoutMs",
      type: "number",
      typeOptions: {
        minValue: 0,
      },
      default: 1000,
      description: "Milliseconds. Values above 2500 count as 2500.",
    },
  },
  {
    actions: [
      "drag_mouse",
    ],
    onTop: [
      "drag_mouse",
    ],
    field: {
      displayName: "To Point",
      name: "to",
      type: "fixedCollection",
      default: {},
      options: [
        {
          displayName: "To Point",
          name: "value",
          values: [
            {
              displayName: "X",
              name: "x",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 5000,
                numberPrecision: 3,
              },
              required: true,
              default: 0,
              description: "CSS pixels of the window, from its top left corner",
            },
            {
              displayName: "Y",
              name: "y",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 5000,
                numberPrecision: 3,
              },
              required: true,
              default: 0,
              description: "CSS pixels of the window, from its top left corner",
            },
          ],
        },
      ],
      description: "Where it is released",
    },
  },
  {
    actions: [
      "goto",
    ],
    onTop: [
      "goto",
    ],
    field: {
      displayName: "URL",
      name: "url",
      type: "string",
      required: true,
      default: "",
      description: "An absolute http or https URL, or <code>about:blank</code>",
    },
  },
  {
    actions: [
      "fill",
    ],
    onTop: [
      "fill",
    ],
    field: {
      displayName: "Value",
      name: "value",
      type: "string",
      default: "",
      description: "The new value",
    },
  },
  {
    actions: [
      "fill",
    ],
    onTop: [],
    field: {
      displayName: "Value (Alias)",
      name: "text",
      type: "string",
      default: "",
      description: "The same as Value",
    },
  },
  {
    actions: [
      "goto",
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Viewport",
      name: "viewport",
      type: "fixedCollection",
      default: {},
      options: [
        {
          displayName: "Viewport",
          name: "value",
          values: [
            {
              displayName: "Device Scale Factor",
              name: "deviceScaleFactor",
              type: "number",
              typeOptions: {
                minValue: 0,
                maxValue: 3,
                numberPrecision: 3,
              },
              default: 1,
              description: "Device pixels per CSS pixel",
            },
            {
              displayName: "Height",
              name: "height",
              type: "number",
              typeOptions: {
                minValue: 1,
                maxValue: 5000,
              },
              default: 900,
              description: "CSS pixels",
            },
            {
              displayName: "Width",
              name: "width",
              type: "number",
              typeOptions: {
                minValue: 1,
                maxValue: 5000,
              },
              default: 1440,
              description: "CSS pixels",
            },
          ],
        },
      ],
      description: "The new size of the window; it stays",
    },
  },
  {
    actions: [
      "goto",
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Viewport Height",
      name: "vh",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 5000,
      },
      default: 900,
      description: "Height of the window in CSS pixels, with Viewport Width",
    },
  },
  {
    actions: [
      "goto",
      "screenshot",
    ],
    onTop: [],
    field: {
      displayName: "Viewport Width",
      name: "vw",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 5000,
      },
      default: 1440,
      description: "Width of the window in CSS pixels, with Viewport Height",
    },
  },
  {
    actions: [
      "wait_for_selector",
    ],
    onTop: [],
    field: {
      displayName: "Visible",
      name: "visible",
      type: "boolean",
      default: false,
      description: "Whether to wait until it is visible, too",
    },
  },
  {
    actions: [
      "query",
    ],
    onTop: [],
    field: {
      displayName: "Visible Only",
      name: "visibleOnly",
      type: "boolean",
      default: false,
      description: "Whether to leave out elements that are not visible",
    },
  },
  {
    actions: [
      "goto",
      "back",
      "forward",
      "reload",
    ],
    onTop: [],
    field: {
      displayName: "Wait Until",
      name: "waitUntil",
      type: "options",
      default: "domcontentloaded",
      options: [
        {
          name: "Commit",
          value: "commit",
        },
        {
          name: "Domcontentloaded",
          value: "domcontentloaded",
        },
        {
          name: "Load",
          value: "load",
        },
      ],
      description: "How far the page has loaded before the answer; <code>commit</code> is its first byte",
    },
  },
  {
    actions: [
      "click",
      "hover",
    ],
    onTop: [],
    field: {
      displayName: "X",
      name: "x",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 5000,
        numberPrecision: 3,
      },
      default: 0,
      description: "CSS pixels of the window, from its top left corner",
    },
  },
  {
    actions: [
      "move_mouse",
    ],
    onTop: [
      "move_mouse",
    ],
    field: {
      displayName: "X",
      name: "x",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 5000,
        numberPrecision: 3,
      },
      required: true,
      default: 0,
      description: "CSS pixels of the window, from its top left corner",
    },
  },
  {
    actions: [
      "click",
      "hover",
    ],
    onTop: [],
    field: {
      displayName: "Y",
      name: "y",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 5000,
        numberPrecision: 3,
      },
      default: 0,
      description: "CSS pixels of the window, from its top left corner",
    },
  },
  {
    actions: [
      "move_mouse",
    ],
    onTop: [
      "move_mouse",
    ],
    field: {
      displayName: "Y",
      name: "y",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 5000,
        numberPrecision: 3,
      },
      required: true,
      default: 0,
      description: "CSS pixels of the window, from its top left corner",
    },
  },
];

export const actionField: INodeProperties = {
  displayName: "Action",
  name: "actionType",
  type: "options",
  noDataExpression: true,
  options: [
    {
      name: "Back",
      value: "back",
      description: "Opens the previous page of the history, if any",
    },
    {
      name: "Batch",
      value: "batch",
      description: "Runs several actions, one after another",
    },
    {
      name: "Check",
      value: "check",
      description: "Checks a checkbox or a radio button, or unchecks a checkbox",
    },
    {
      name: "Click",
      value: "click",
      description: "Clicks an element or a point of the window",
    },
    {
      name: "Console",
      value: "console",
      description: "Returns console entries of scripts and browser, newest last",
    },
    {
      name: "Content",
      value: "content",
      description: "Returns the page as clean text, Markdown or HTML",
    },
    {
      name: "Cursor Position",
      value: "cursor_position",
      description: "Returns the position of the mouse",
    },
    {
      name: "Drag Mouse",
      value: "drag_mouse",
      description: "Drags with the left button",
    },
    {
      name: "Errors",
      value: "errors",
      description: "Returns uncaught errors and failed requests, newest last",
    },
    {
      name: "Fill",
      value: "fill",
      description: "Sets the value of a field at once",
    },
    {
      name: "Forward",
      value: "forward",
      description: "Opens the next page of the history, if any",
    },
    {
      name: "Go to Page",
      value: "goto",
      description: "Opens a page",
    },
    {
      name: "Hover",
      value: "hover",
      description: "Moves the mouse over an element, or to a point",
    },
    {
      name: "Move Mouse",
      value: "move_mouse",
      description: "Moves the mouse",
    },
    {
      name: "Press",
      value: "press",
      description: "Presses a key, or several at once",
    },
    {
      name: "Query",
      value: "query",
      description: "Returns properties of the elements that match a selector",
    },
    {
      name: "Reload",
      value: "reload",
      description: "Reloads the page",
    },
    {
      name: "Save Profile",
      value: "save_profile",
      description: "Saves cookies, local storage and databases as a profile, which later sessions can load",
    },
    {
      name: "Screenshot",
      value: "screenshot",
      description: "Takes a picture of the window, the whole page or an element",
    },
    {
      name: "Scroll",
      value: "scroll",
      description: "Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element",
    },
    {
      name: "Select",
      value: "select",
      description: "Selects options of a select element",
    },
    {
      name: "Snapshot",
      value: "snapshot",
      description: "Returns the page as an accessibility tree, with a ref for each element that actions can use",
    },
    {
      name: "Title",
      value: "title",
      description: "Returns the title of the page, at most 1000 characters",
    },
    {
      name: "Type",
      value: "type",
      description: "Types into an element, key by key",
    },
    {
      name: "Type Text",
      value: "type_text",
      description: "Types into the focused element",
    },
    {
      name: "URL",
      value: "url",
      description: "Returns the address of the page, at most 8192 characters",
    },
    {
      name: "Wait for Selector",
      value: "wait_for_selector",
      description: "Waits until an element matches. If none does in time, the answer is <code>matched: false</code>, not an error.",
    },
    {
      name: "Wait for Timeout",
      value: "wait_for_timeout",
      description: "Waits at most 2500 ms; longer waits are cut",
    },
  ],
  default: "goto",
};
