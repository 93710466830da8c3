/**
 * The fields of a prompt: what its author fills in. Lists of fields come from this table or are checked against it, by the
 * compiler or by `npm run check` (tests/statements/fields.ts); CONTRIBUTING.md, Add a field, goes through them.
 */

interface Field {
  /**
   * How its value enters and is compared: a text of one line, a text with lines, a tool of the fixed list, tags, a switch. What
   * people write in their own words is checked for profanity and is in the snapshots of moderation cases.
   */
  kind: "line" | "text" | "tool" | "tags" | "flag";
  /** Whether a change makes a version; versions keep it then (decision 43). */
  versioned: boolean;
  /** What files call it that are exported and imported; null where it stays behind. */
  file: string | null;
  /** It describes the picture, and goes where that goes: into versions and snapshots, not into files. */
  ofPicture?: true;
}

/** In the order of files. Each is a column of `prompts` with the same name, but for the tags. */
export const FIELDS = {
  title: { kind: "line", versioned: true, file: "title" },
  content: { kind: "text", versioned: true, file: "content" },
  description: { kind: "text", versioned: true, file: "description" },
  llm_type_id: { kind: "tool", versioned: true, file: "tool" },
  image_alt: { kind: "line", versioned: false, file: null, ofPicture: true },
  tags: { kind: "tags", versioned: false, file: "tags" },
  allow_remixes: { kind: "flag", versioned: false, file: "allow_remixes" },
} as const satisfies Record<string, Field>;

type Table = typeof FIELDS;
export type PromptField = keyof Table;
export type FieldKind = Field["kind"];
type Having<Part> = { [Name in PromptField]: Table[Name] extends Part ? Name : never }[PromptField];

export type VersionedField = Having<{ versioned: true }>;
type PictureField = Having<{ ofPicture: true }>;
/** A field in the author's own words. */
export type WrittenField = Having<{ kind: "line" | "text" }>;
/** A written field of the prompt itself, not of its picture. */
export type TextField = Exclude<WrittenField, PictureField>;
/** A field that exported and imported files have, and its name there. */
export type FileField = Having<{ file: string }>;
export type FileName = Table[FileField]["file"];

export const FIELD_NAMES = Object.keys(FIELDS) as PromptField[];
const having = <Name extends PromptField>(test: (field: Field) => boolean) =>
  FIELD_NAMES.filter((name) => test(FIELDS[name])) as Name[];

export const fieldsOfKind = (...kinds: FieldKind[]) => having(({ kind }) => kinds.includes(kind));
export const VERSIONED_FIELDS = having<VersionedField>(({ versioned }) => versioned);
/** What versions keep. */
export const KEPT_FIELDS = having<VersionedField | PictureField>(
  ({ versioned, ofPicture = false }) => versioned || ofPicture,
);
export const TEXT_FIELDS = having<TextField>(
  ({ kind, ofPicture }) => !ofPicture && (kind === "line" || kind === "text"),
);
/** The text fields other than `title` and `content`, which have a place of their own wherever a prompt is shown. */
export const FURTHER_TEXTS = TEXT_FIELDS.filter((field) => field !== "title" && field !== "content");
export const FILE_FIELDS = having<FileField>(({ file }) => file !== null);
export const FILE_NAMES = FILE_FIELDS.map((name): FileName => FIELDS[name].file);

/** Some of a row's columns. */
export const pick = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

/** Names as zod's `pick` takes them. */
export const mask = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
