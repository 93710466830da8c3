/** A tool: what it takes, what it answers, who may use it. */
import type { CallToolResult, Tool as ToolListing } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import type { KeyScope } from "#accounts/key-messages.ts";
import { messages, TOOL_TEXTS } from "#mcp/messages.ts";
import type { Context } from "#platform/context.ts";
import { type AppError, invalidFields } from "#platform/http/errors.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import { type Caller, requireScope, workerOf } from "./caller.ts";
import { quoted } from "./quoted.ts";
import { tidy } from "./tidy.ts";

interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  /** Whether it reaches what strangers wrote. */
  openWorldHint: boolean;
}

export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
export const WRITES: Annotations = { ...READS, readOnlyHint: false };

/** Writes of one account wait for one another, with a connection each. */
const writing = openSemaphore({ name: "MCP writes", capacity: 1000, perCaller: 4 });

export interface Tool {
  /** The scope of a key that it takes; undefined when everybody may use it. */
  scope: KeyScope | undefined;
  listing: ToolListing;
  call(ctx: Context, caller: Caller, given: unknown): Promise<CallToolResult>;
}

/** Schemas as clients get them, and models read them: without the bounds that every integer has. */
const schemaOf = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return json;
};

/** What is wrong with the arguments. */
function refusalOf({ issues }: z.core.$ZodError): AppError {
  const found = issues.map(({ path, message }) => ({ field: path.join("."), message }));
  return invalidFields("validation_failed", found, messages.arguments);
}

/** Defines a tool. @param run answers valid arguments of a caller who may use it */
export function defineTool<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  name: keyof typeof TOOL_TEXTS,
  {
    scope,
    input,
    output,
    annotations,
    run,
  }: {
    scope?: KeyScope;
    input: Input;
    output: Output;
    annotations: Annotations;
    run(ctx: Context, caller: Caller, given: z.output<Input>): Promise<z.output<Output> & object>;
  },
): Tool {
  const { title, description } = TOOL_TEXTS[name];
  const taken = schemaOf(input, "input");
  return {
    scope,
    listing: {
      ...{ name, title, description },
      inputSchema: taken as ToolListing["inputSchema"],
      outputSchema: schemaOf(output, "output") as ToolListing["outputSchema"],
      annotations: { title, ...annotations },
    },
    async call(ctx, caller, given) {
      if (scope) {
        requireScope(caller, scope);
        await caller.confirm();
      }
      const parsed = z.safeParse(input, tidy(given, taken));
      if (!parsed.success) throw refusalOf(parsed.error);
      const release = annotations.readOnlyHint ? undefined : writing(1, caller.viewer?.id);
      const answer = await run(ctx, caller, parsed.data).finally(release);
      const write = () => quoted(answer);
      // A filled-in text may be nothing but signs that are written otherwise. What has been done is told, though.
      const text = annotations.readOnlyHint
        ? await ctx.rateLimits.timed("textTimePerCaller", workerOf(caller), write)
        : write();
      return {
        content: [{ type: "text", text }],
        structuredContent: answer as Record<string, unknown>,
      };
    },
  };
}

/** What a model is told when a call was refused, so that it can mend it. */
export function refusedCall({ message, field, errors, headers }: AppError): CallToolResult {
  const wait = headers["retry-after"];
  const wrong = errors ?? [{ message, field }];
  const said = wrong.map((error) => error.message + (error.field ? messages.field(error.field) : ""));
  const text = said.join("\n") + (wait ? messages.retryIn(wait) : "");
  return { content: [{ type: "text", text }], isError: true };
}
