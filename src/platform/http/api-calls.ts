/** How rooms declare the calls of the API: what the document says of them, and who may make them. */
import type {
  FastifyContextConfig,
  FastifySchema,
  preValidationAsyncHookHandler,
  RouteShorthandOptions,
} from "fastify";

/** Who may make a call; rooms that know users make them. */
export interface Access {
  /** The ways in, as OpenAPI's `security`; none for a call that asks for nothing. */
  security?: readonly Record<string, string[]>[];
  config?: FastifyContextConfig;
  /** Refuses others once the body has arrived, and before anything is said about their input. */
  preValidation?: preValidationAsyncHookHandler;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may make the call; missing only for what the API document does not list. */
    access?: Access;
  }
}

interface ApiSchema extends FastifySchema {
  /** Its subject, alone. */
  tags: readonly string[];
  /** Its name in generated clients. */
  operationId: string;
  summary: string;
  description?: string;
  consumes?: string[];
}

/**
 * The options of a route that the API document lists.
 * @param options.onRequest for what must be refused before a large body is read
 */
export function apiCall<Schema extends ApiSchema>(
  access: Access,
  schema: Schema,
  options: Pick<RouteShorthandOptions, "config" | "bodyLimit" | "onRequest"> = {},
) {
  return {
    ...(access.preValidation && { preValidation: access.preValidation }),
    ...options,
    config: { ...access.config, ...options.config, access },
    schema,
  };
}
