// Made by `make generate` (scripts/clients/n8n.mjs); not to be edited.

import type { INodeProperties } from 'n8n-workflow';

/** An option of pages, the endpoints that have it, and those whose form shows it above the group "Options". */
interface OptionRow {
  endpoints: readonly string[];
  onTop: readonly string[];
  field: INodeProperties;
}

export const optionRows: readonly OptionRow[] = [
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Best Format",
      name: "bestFormat",
      type: "boolean",
      default: false,
      description: "Whether to make WebP if the request accepts it, else PNG",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Block Ads",
      name: "blockAds",
      type: "boolean",
      default: false,
      description: "Whether to block advertisements and trackers",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Block Cookie Banners",
      name: "blockCookieBanners",
      type: "boolean",
      default: false,
      description: "Whether to dismiss cookie banners",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Block Requests",
      name: "block",
      type: "string",
      typeOptions: {
        multipleValues: true,
      },
      default: [],
      description: "Requests that are not sent: types such as <code>image,font,media</code>, and URL patterns with <code>*</code>",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Bypass Bot Detection",
      name: "bypassBotDetection",
      type: "boolean",
      default: false,
      description: "Whether to hide automation as Stealth does, and to wait until a site's check lets the browser through",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Cache Timestamp",
      name: "timestamp",
      type: "string",
      default: "",
      description: "Any value; only a part of the cache key",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Capture After (Seconds)",
      name: "timeout",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 300,
        numberPrecision: 3,
      },
      default: 30,
      description: "Seconds after which what is there is captured, with a warning",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Click Elements",
      name: "click",
      type: "string",
      typeOptions: {
        multipleValues: true,
      },
      default: [],
      description: "CSS selectors of elements to click in this order. Each element is waited for 5 s; a missing one is a warning.",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Clip Height",
      name: "height",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 200000,
        numberPrecision: 3,
      },
      default: 900,
      description: "Height of the clip; by default that of the viewport",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Clip Left",
      name: "left",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 200000,
        numberPrecision: 3,
      },
      default: 0,
      description: "Left of the clip in CSS pixels, from the left of the document",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Clip Top",
      name: "top",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 200000,
        numberPrecision: 3,
      },
      default: 0,
      description: "Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position.",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Clip Width",
      name: "width",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 200000,
        numberPrecision: 3,
      },
      default: 1440,
      description: "Width of the clip; by default that of the viewport",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Cookies",
      name: "cookies",
      type: "json",
      default: "[]",
      description: "Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "CSS",
      name: "css",
      type: "string",
      typeOptions: {
        rows: 4,
      },
      default: "",
      description: "Styles to add to the loaded page. <code>@import</code> has no effect.",
    },
  },
  {
    endpoints: [
      "image",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "CSS Media Type",
      name: "media",
      type: "options",
      default: "screen",
      options: [
        {
          name: "Print",
          value: "print",
        },
        {
          name: "Screen",
          value: "screen",
        },
      ],
      description: "Which styles of the page apply: those for screens, or those for paper",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "CSS Media Type",
      name: "media",
      type: "options",
      default: "print",
      options: [
        {
          name: "Print",
          value: "print",
        },
        {
          name: "Screen",
          value: "screen",
        },
      ],
      description: "Which styles of the page apply: those for screens, or those for paper",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Dark Mode",
      name: "darkMode",
      type: "boolean",
      default: false,
      description: "Whether to render with <code>prefers-color-scheme: dark</code>. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
    ],
    onTop: [],
    field: {
      displayName: "Delay",
      name: "delay",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 60,
        numberPrecision: 3,
      },
      default: 0,
      description: "Seconds to wait after the page has loaded",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Delay",
      name: "delay",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 25,
        numberPrecision: 3,
      },
      default: 0,
      description: "Seconds to wait after the page has loaded",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [
      "animated",
    ],
    field: {
      displayName: "Duration",
      name: "duration",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 30,
      },
      default: 5,
      description: "Seconds to record",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
    ],
    onTop: [],
    field: {
      displayName: "Element ID",
      name: "selectorId",
      type: "string",
      default: "",
      description: "ID of the element to capture",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
    ],
    onTop: [],
    field: {
      displayName: "Element Selector",
      name: "selector",
      type: "string",
      default: "",
      placeholder: "e.g. article h1",
      description: "CSS selector of the element to capture",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
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
      description: "Key from the device list; an unknown key is ignored. Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Fail On",
      name: "failOn",
      type: "multiOptions",
      default: [],
      options: [
        {
          name: "Console",
          value: "console",
        },
        {
          name: "Request",
          value: "request",
        },
        {
          name: "Selector",
          value: "selector",
        },
        {
          name: "Status",
          value: "status",
        },
      ],
      description: "What makes the page fail, instead of a result. A status of 400 or more, an error in the console, a failed request, or a selector that matches nothing.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "File Name",
      name: "fileName",
      type: "string",
      default: "",
      placeholder: "e.g. front-page",
      description: "Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [
      "image",
    ],
    field: {
      displayName: "File Type",
      name: "type",
      type: "options",
      default: "png",
      options: [
        {
          name: "AVIF",
          value: "avif",
        },
        {
          name: "JPEG",
          value: "jpeg",
        },
        {
          name: "PNG",
          value: "png",
        },
        {
          name: "WebP",
          value: "webp",
        },
      ],
      description: "Format of the picture. Some services make no AVIF.",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [
      "animated",
    ],
    field: {
      displayName: "File Type",
      name: "type",
      type: "options",
      default: "gif",
      options: [
        {
          name: "GIF",
          value: "gif",
        },
        {
          name: "MP4",
          value: "mp4",
        },
        {
          name: "WebM",
          value: "webm",
        },
      ],
      description: "Format of the recording. Some services make no MP4 and WebM.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Footer",
      name: "footer",
      type: "string",
      typeOptions: {
        rows: 4,
      },
      default: "",
      description: "HTML at the bottom of each page. Elements of class <code>title</code>, <code>date</code>, <code>pageNumber</code> or <code>totalPages</code> get that value.",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Frames per Second",
      name: "fps",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 50,
      },
      default: 20,
      description: "Pictures a second while the page moves",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Fresh",
      name: "fresh",
      type: "boolean",
      default: false,
      description: "Whether to render again although there is a cached result, and to store the new one",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [
      "image",
    ],
    field: {
      displayName: "Full Page",
      name: "full",
      type: "boolean",
      default: false,
      description: "Whether to capture the whole page, instead of the height of the window or the clip",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Geolocation",
      name: "geolocation",
      type: "string",
      default: "",
      description: "<code>latitude,longitude</code> or <code>latitude,longitude,accuracy</code> in metres; grants the permission",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Header",
      name: "header",
      type: "string",
      typeOptions: {
        rows: 4,
      },
      default: "",
      description: "HTML at the top of each page. Elements of class <code>title</code>, <code>date</code>, <code>pageNumber</code> or <code>totalPages</code> get that value.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Headers",
      name: "headers",
      type: "fixedCollection",
      typeOptions: {
        multipleValues: true,
      },
      default: {},
      options: [
        {
          displayName: "Header",
          name: "pairs",
          values: [
            {
              displayName: "Name",
              name: "name",
              type: "string",
              default: "",
            },
            {
              displayName: "Value",
              name: "value",
              type: "string",
              default: "",
            },
          ],
        },
      ],
      description: "Request headers for the page's own origin. Other sites do not get them.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Hide Elements",
      name: "hide",
      type: "string",
      typeOptions: {
        multipleValues: true,
      },
      default: [],
      description: "CSS selectors of elements to hide. Hidden elements keep their place; those after <code>remove:</code> do not.",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Hide Scrollbars",
      name: "hideScrollbars",
      type: "boolean",
      default: true,
      description: "Whether to record without scrollbars",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "HTTP Authentication",
      name: "httpAuth",
      type: "string",
      default: "",
      description: "Basic authentication for the page: user:password",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "JavaScript",
      name: "js",
      type: "string",
      typeOptions: {
        rows: 4,
      },
      default: "",
      description: "A script to run in the loaded page; it may use <code>await</code>. Its error is a warning.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [
      "pdf",
    ],
    field: {
      displayName: "Landscape",
      name: "landscape",
      type: "boolean",
      default: false,
      description: "Whether to turn the paper by 90 degrees",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Locale",
      name: "locale",
      type: "string",
      default: "",
      placeholder: "e.g. de-DE",
      description: "BCP 47 language of the page, such as de-DE: for <code>Accept-Language</code>, scripts and the choice of fonts",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Loop",
      name: "loop",
      type: "number",
      typeOptions: {
        minValue: 0,
        maxValue: 1000,
      },
      default: 0,
      description: "How often a GIF plays; 0: for ever",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Margin Bottom",
      name: "marginBottom",
      type: "string",
      default: "",
      description: "Such as 10mm; units: in, cm, mm, pt, px. Set all four margins or none.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Margin Left",
      name: "marginLeft",
      type: "string",
      default: "",
      description: "Such as 10mm; units: in, cm, mm, pt, px. Set all four margins or none.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Margin Right",
      name: "marginRight",
      type: "string",
      default: "",
      description: "Such as 10mm; units: in, cm, mm, pt, px. Set all four margins or none.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Margin Top",
      name: "marginTop",
      type: "string",
      default: "",
      placeholder: "e.g. 10mm",
      description: "Such as 10mm; units: in, cm, mm, pt, px. Set all four margins or none.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Outline",
      name: "outline",
      type: "boolean",
      default: false,
      description: "Whether to make bookmarks of the headings",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Page Ranges",
      name: "pageRanges",
      type: "string",
      default: "",
      description: "Pages to print, such as 1-3,5 or 2-; all by default",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Page Scripts",
      name: "javascript",
      type: "boolean",
      default: true,
      description: "Whether to run the page's scripts",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [
      "pdf",
    ],
    field: {
      displayName: "Paper Format",
      name: "format",
      type: "options",
      default: "A4",
      options: [
        {
          name: "A0",
          value: "A0",
        },
        {
          name: "A1",
          value: "A1",
        },
        {
          name: "A2",
          value: "A2",
        },
        {
          name: "A3",
          value: "A3",
        },
        {
          name: "A4",
          value: "A4",
        },
        {
          name: "A5",
          value: "A5",
        },
        {
          name: "A6",
          value: "A6",
        },
        {
          name: "Ledger",
          value: "Ledger",
        },
        {
          name: "Legal",
          value: "Legal",
        },
        {
          name: "Letter",
          value: "Letter",
        },
        {
          name: "Tabloid",
          value: "Tabloid",
        },
      ],
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Paper Height",
      name: "height",
      type: "string",
      default: "",
      description: "Paper height, at least 0.5in; overrides Paper Format, together with Paper Width",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Paper Width",
      name: "width",
      type: "string",
      default: "",
      description: "Paper width, at least 0.5in; overrides Paper Format, together with Paper Height",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Prefer CSS Page Size",
      name: "preferCssPageSize",
      type: "boolean",
      default: false,
      description: "Whether to let a size in <code>@page</code> win over the paper of the request",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Preset Name or ID",
      name: "preset",
      type: "options",
      typeOptions: {
        loadOptionsMethod: "getPresets",
      },
      default: "",
      description: "A stored set of options of the account. Options of this form win over it. Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>.",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [
      "pdf",
    ],
    field: {
      displayName: "Print Background",
      name: "printBackground",
      type: "boolean",
      default: false,
      description: "Whether to print the colours and pictures of backgrounds",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Quality",
      name: "quality",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 100,
      },
      default: 80,
      description: "Quality of jpeg, webp and avif",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Reduced Motion",
      name: "reducedMotion",
      type: "boolean",
      default: false,
      description: "Whether to render with <code>prefers-reduced-motion: reduce</code>",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Resize Height",
      name: "resizeHeight",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 200000,
      },
      default: 300,
      description: "Height to resize to, in pixels; alone, it keeps the proportions",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Resize Width",
      name: "resizeWidth",
      type: "number",
      typeOptions: {
        minValue: 1,
        maxValue: 200000,
      },
      default: 400,
      description: "Width to resize to, in pixels; alone, it keeps the proportions",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "S3 ACL",
      name: "s3Acl",
      type: "options",
      default: "private",
      options: [
        {
          name: "Authenticated Read",
          value: "authenticated-read",
        },
        {
          name: "AWS Exec Read",
          value: "aws-exec-read",
        },
        {
          name: "Bucket Owner Full Control",
          value: "bucket-owner-full-control",
        },
        {
          name: "Bucket Owner Read",
          value: "bucket-owner-read",
        },
        {
          name: "Private",
          value: "private",
        },
        {
          name: "Public Read",
          value: "public-read",
        },
        {
          name: "Public Read Write",
          value: "public-read-write",
        },
      ],
      description: "Access of the object in the account's storage",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "S3 Redirect",
      name: "s3Redirect",
      type: "boolean",
      default: false,
      description: "Whether to answer with the address of the object in the account's storage, instead of the file",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Scale",
      name: "scale",
      type: "number",
      typeOptions: {
        minValue: 0.1,
        maxValue: 2,
        numberPrecision: 3,
      },
      default: 1,
      description: "Scale of the rendering",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
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
      description: "Device pixel ratio",
    },
  },
  {
    endpoints: [
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Scroll While Recording",
      name: "scroll",
      type: "boolean",
      default: false,
      description: "Whether to scroll smoothly through the page while it is recorded",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Single Page",
      name: "singlePage",
      type: "boolean",
      default: false,
      description: "Whether to print one page, as long as the document",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Skip Upload",
      name: "skipUpload",
      type: "boolean",
      default: false,
      description: "Whether to keep the file out of the account's storage",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Stealth",
      name: "stealth",
      type: "boolean",
      default: false,
      description: "Whether to render in a full browser that hides the traces of automation",
    },
  },
  {
    endpoints: [
      "pdf",
    ],
    onTop: [],
    field: {
      displayName: "Tagged",
      name: "tagged",
      type: "boolean",
      default: true,
      description: "Whether to write the structure that screen readers use",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Timezone",
      name: "timezone",
      type: "string",
      default: "",
      placeholder: "e.g. Europe/Berlin",
      description: "IANA time zone of the page, such as Europe/Berlin",
    },
  },
  {
    endpoints: [
      "image",
    ],
    onTop: [],
    field: {
      displayName: "Transparent",
      name: "transparent",
      type: "boolean",
      default: false,
      description: "Whether the background is transparent (PNG and WebP)",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "User Agent",
      name: "userAgent",
      type: "string",
      default: "",
      description: "User agent to send",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
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
      description: "Viewport height in CSS pixels",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
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
      description: "Viewport width in CSS pixels",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Wait for Element ID",
      name: "waitForId",
      type: "string",
      default: "",
      description: "ID of an element to wait for, as with Wait for Selector",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Wait for Selector",
      name: "waitFor",
      type: "string",
      default: "",
      placeholder: "e.g. #main .loaded",
      description: "CSS selector to wait for. After 30 s the page is captured without it.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Wait for Text",
      name: "waitForText",
      type: "string",
      default: "",
      placeholder: "e.g. Order confirmed",
      description: "Text that has to appear. After 30 s the page is captured without it.",
    },
  },
  {
    endpoints: [
      "image",
      "pdf",
      "content",
      "metadata",
      "animated",
    ],
    onTop: [],
    field: {
      displayName: "Wait Until",
      name: "waitUntil",
      type: "options",
      default: "load",
      options: [
        {
          name: "Domcontentloaded",
          value: "domcontentloaded",
        },
        {
          name: "Load",
          value: "load",
        },
        {
          name: "Networkidle",
          value: "networkidle",
        },
      ],
      description: "When the page counts as loaded. <code>networkidle</code>: half a second without requests; streams and polls do not count. <code>domcontentloaded</code> waits for no picture and font.",
    },
  },
];
