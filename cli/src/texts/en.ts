/** The command line's texts in English. */
import { RESULTS_FROM } from "../limits.ts";
import type { Texts } from "./pt.ts";

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

export const en: Texts = {
  lang: "en",

  usage: "Usage",
  usageLine: "prompteca <command> [options]",
  intro: "Search, fill in, copy and publish AI prompts of Prompteca. Reading needs no account and no key.",
  commandsTitle: "Commands",
  optionsTitle: "Options",
  commonTitle: "With every command",
  examplesTitle: "Examples",
  environmentTitle: "Environment",
  exitTitle: "Exit codes",
  moreHelp: "Help on one command: prompteca <command> --help",
  environment: [
    ["PROMPTECA_KEY", "the API key (pk_…), in place of the one saved with 'login'; only for the usual site"],
    ["PROMPTECA_URL", "the usual site, and that of the key in PROMPTECA_KEY"],
    ["NO_COLOR", "no colours"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "the site refused, or something failed here"],
    ["2", "the command is written wrong"],
    ["3", "there is no such thing"],
    ["4", "the key is missing, not valid, or does not open this"],
    ["5", "the site did not answer"],
    ["6", "too many calls in a short time"],
  ],
  commands: {
    search: ["[words…]", "searches prompts; without words, lists them"],
    show: ["<id or link>", "shows a prompt"],
    fill: ["<id or link>", "fills in the variables and writes the text to stdout"],
    copy: ["<id or link>", "fills in the variables and copies the text"],
    publish: ["<file…>", "publishes a prompt from a Markdown file, or several from JSON, CSV, YAML, zip…"],
    favorites: ["", "lists your favourites"],
    login: ["", "saves the key, read without showing it"],
    logout: ["", "deletes the saved key"],
  },
  options: {
    tool: ["<name>", "of one tool only: ChatGPT, Midjourney…"],
    tag: ["<tag>", "with this tag only"],
    order: ["<order>", "relevance, top, newest, views or works"],
    works: ["", "only what somebody has confirmed in the last 90 days"],
    page: ["<number>", "the page of the list"],
    after: ["<next>", "goes on where the page before ended: the next of its JSON"],
    limit: ["<number>", "prompts per page, up to 100 (20 by default)"],
    json: ["", "the API's answer as JSON, for other programs"],
    version: ["<number>", "an earlier version of the prompt"],
    var: ["<name=value>", "the value of a variable; repeat it for each"],
    yes: ["", "publishes without asking"],
    image: ["<file>", "the picture, in place of the one the file names"],
    url: ["<address>", "the site, if not the usual one"],
    timeout: ["<seconds>", "how long to wait for the site (30 by default)"],
    lang: ["<pt|en>", "the language, in place of what LANG says"],
    help: ["", "this help"],
  },
  examples: [
    "prompteca search minimalist logo --tool Midjourney --order newest",
    'prompteca fill 12 --var "tema=solar energy" | pbcopy',
    "prompteca copy 12",
    "prompteca publish my-prompt.md",
  ],

  columns: { id: "ID", title: "Title", tool: "Tool", likes: "Likes", worked: "Worked", author: "Author" },
  noPrompts: "No prompts found.",
  noFavorites: "You have no favourites yet.",
  corrected: (search) => `Showing results for “${search}”.`,
  similar: (searches) => `Did you mean ${searches.map((search) => `“${search}”`).join(" or ")}?`,
  pageOf: (page, pages, total, more) =>
    `Page ${page} of ${pages} · ${more ? "more than " : ""}${many(total, "prompt", "prompts")}`,
  nextPage: (page) => `Next: --page ${page}`,

  by: (author) => `by ${author}`,
  likes: (count) => many(count, "like", "likes"),
  views: (count) => many(count, "view", "views"),
  worked: (worked, answered) =>
    answered < RESULTS_FROM
      ? many(answered, "person answered", "people answered")
      : `worked for ${worked} of ${answered}`,
  versionOf: (number, newest) => `version ${number} of ${newest}`,
  variables: "Variables",
  fillWith: (id) => `Fill in and copy: prompteca copy ${id}`,

  askVariables: "Enter leaves a variable as it is.",
  left: (names) =>
    names.length === 1
      ? `One variable is not filled in: ${names.join("")}.`
      : `${names.length} variables are not filled in: ${names.join(", ")}.`,
  varInvalid: (given) => `“${given}” is not of the form name=value.`,
  varUnknown: (name, names) =>
    names.length === 0
      ? `This prompt has no variables; “${name}” goes nowhere.`
      : `This prompt has no variable “${name}”. It has: ${names.join(", ")}.`,
  copied: "Copied.",
  copiedByTerminal: "Sent to the terminal's clipboard.",
  notCopied:
    "Found no way to copy: neither a program (pbcopy, wl-copy, xclip, xsel, clip.exe) nor a terminal that copies. Use 'fill', which writes the text to stdout.",

  fileUnreadable: (path) => `The file ${path} cannot be read.`,
  imageElsewhere: (image) =>
    `“${image}” is not in the file's folder, and only from there a picture is published. Copy it next to the file, or name it with --image.`,
  fileNoPicture: (path) => `${path} is no picture in JPEG, PNG, WebP, GIF or AVIF.`,
  fileNoText: (path) => `${path} is no text in UTF-8.`,
  fileTooLarge: (path, limit) => `${path} is too large: the limit is ${limit}.`,
  headMissing: "The file must begin with the prompt's data between two lines ---.",
  headUnreadable: "The data between the lines --- is no YAML that can be read: each line is “name: value”.",
  toolMissing: "“tool” is missing in the prompt's data: name it there, or by --tool.",
  imageForOne: "--image is for a single prompt, in a Markdown file.",
  leftOut: (name) => `“${name}” is left out.`,
  willPublishMany: (url, count, total) =>
    `${count === 1 ? "1 prompt" : `${count} prompts`} of ${total} will be published at ${url}, for everybody to see, each with a tile of the site's own:`,
  placeInFile: (file, line) => (file ? `${file}, line ${line}` : `line ${line}`),
  refusedMany: (count) => `${count} cannot be published:`,
  ownAlready: "you have published it already",
  repeatedInFile: "twice in the file",
  othersMany: (count) =>
    `${count === 1 ? "1 is somebody else's and is" : `${count} are other people's and are`} left out. If their licence allows it, choose them at /importar, on the site.`,
  alikeMany: (count) =>
    `${count === 1 ? "1 is nearly the same as a prompt on the site and is" : `${count} are nearly the same as prompts on the site and are`} left out. See /importar, on the site.`,
  dayLimit: (allowed) => `${allowed} more fit in 24 hours; the others are left for later.`,
  nothingToPublish: "Nothing is left to publish.",
  askPublishMany: (count) => (count === 1 ? "Publish 1 prompt? [y/N] " : `Publish ${count} prompts? [y/N] `),
  publishedMany: (count) => (count === 1 ? "Published 1 prompt:" : `Published ${count} prompts:`),
  fieldMissing: (field) => `“${field}” is missing in the prompt's data.`,
  fieldNoText: (field) => `“${field}” must be a text.`,
  tagsInvalid: "“tags” must be a list of texts.",
  remixesInvalid: "“allow_remixes” must be true or false.",
  fieldUnknown: (field) => `“${field}” is no data of a prompt and is left out.`,
  toolUnknown: (tool, tools) => `There is no tool “${tool}”. There are: ${tools.join(", ")}.`,
  cover: "a tile of the site's own, because the file names no picture",
  willPublish: (url) => `This will be published at ${url}, for everybody to see:`,
  fields: {
    title: "Title",
    tool: "Tool",
    tags: "Tags",
    description: "Description",
    image: "Picture",
    image_alt: "Alternative text",
    allow_remixes: "Remixes",
    content: "Text",
  },
  remixesAllowed: "allowed",
  remixesForbidden: "not allowed",
  characters: (count) => many(count, "character", "characters"),
  askPublish: "Publish? [y/N] ",
  isYes: (answer) => /^y(es)?$/i.test(answer.trim()),
  notPublished: "Nothing was published.",
  cannotAsk: "Without a terminal to ask at, publishing needs --yes.",
  published: "Published:",
  inReview: "Everybody will see it once a moderator has looked at it.",

  askKey: (url) => `API key of ${url} (not shown): `,
  keyMissing: (url) =>
    `This needs an API key of ${url}. Create one in your account's settings and save it with 'prompteca login', or put it into PROMPTECA_KEY.`,
  keyElsewhere: (usual, url) =>
    `The key in PROMPTECA_KEY is for ${usual} and does not go to ${url}. If it is from there, say so by PROMPTECA_URL=${url} instead of --url; or save it with 'prompteca login --url ${url}'.`,
  keyInvalid: "This is no API key: they begin with pk_ and have 39 characters.",
  keySaved: (path) => `Key saved in ${path}, which only you can read.`,
  keyForgotten: (url) =>
    `The key of ${url} was deleted from this computer. To keep others from using it, revoke it on the site.`,
  noKeySaved: (url) => `No key is saved for ${url}.`,
  keyInArguments:
    "A key does not belong on the command line, where other programs read it. Use 'prompteca login' or PROMPTECA_KEY. This one may have been seen: revoke it on the site.",
  keyNeedsHttps: (url) => `A key is sent over https only, and ${url} is not that.`,
  settingsOpen: (path) => `Others can read ${path}, which has your key. Close it: chmod 600 ${path}`,
  settingsUnreadable: (path) => `${path} cannot be read. Delete it and log in again.`,

  unknownCommand: (name) => `There is no command “${name}”. See: prompteca --help`,
  unknownOption: (name) => `There is no option ${name} here.`,
  optionValue: (name) => `The option ${name} has a value that it cannot have, or lacks the one it needs.`,
  numberInvalid: (option, max) => `${option} must be a whole number from 1 to ${max}.`,
  orderInvalid: (orders) => `The order can be: ${orders.join(", ")}.`,
  langInvalid: "The language can be pt or en.",
  urlInvalid: (url) => `“${url}” is no address of a site: begin with https://`,
  promptMissing: "Say which prompt: its number or its link.",
  promptInvalid: (given) => `“${given}” is neither the number nor the link of a prompt.`,
  tooManyArguments: (extra) => `“${extra}” is too much.`,
  fileMissing: "Say which file to publish.",
  orders: { relevance: "relevance", top: "top", newest: "newest", views: "views", works: "works" },

  unreachable: (url) => `${url} cannot be reached. Check the address and your connection.`,
  slow: (url, seconds) => `${url} did not answer within ${seconds} s. Try again in a while.`,
  unexpected: (url, status) =>
    `${url} did not answer as Prompteca does${status ? ` (HTTP ${status})` : ""}. Check the address.`,
  maybePublished:
    "It is not known whether it was published. Repeat the same command: it does not publish twice.",
  tryAgainIn: (seconds) =>
    seconds < 120 ? `Try again in ${seconds} s.` : `Try again in ${Math.ceil(seconds / 60)} min.`,
  codes: {
    not_found: "There is no such thing on the site.",
    over_request_rate_limit: "Too many calls in a short time.",
    over_capacity: "The site has too much to do at the moment.",
    unavailable: "The site is out of order for a moment.",
    internal_error: "Something went wrong on the site.",
    key_scope: "The key does not have the permission that this needs.",
  },
  statuses: {
    401: "The key is not valid: it may have expired or been revoked.",
    403: "The site does not allow this.",
    404: "There is no such thing on the site.",
  },
  field: (field, message) => `The site refused “${field}”: ${message}`,
  requestId: (id) => `(request ${id})`,
  bug: "Something went wrong here, and not by you:",
};
