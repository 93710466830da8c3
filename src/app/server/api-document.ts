/** The OpenAPI document, generated from the schemas that validate the calls, and the page that shows it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { KeyScope } from "#accounts/key-messages.ts";
import type { Context } from "#platform/context.ts";
import type { Access } from "#platform/http/api-calls.ts";
import { versioned } from "#platform/http/api-version.ts";
import type { App } from "#platform/http/server.ts";
import { describeAnswers } from "./api-answers.ts";
import { transformDocument, transformRoute } from "./api-schemas.ts";

/** It changes with the site's version alone. */
const DOCUMENT_KEPT = "public, max-age=300";

const KEYS =
  "Uma chave de API, criada nas configurações: pk_ e 36 letras e algarismos. Cada chamada diz a permissão de que precisa: read, react ou publish. O que é público se lê sem chave.";

type Security = NonNullable<Access["security"]>;

/** Security of a call: besides a session, a key with the scope of its route. */
function withKeys(security: Security, scope: KeyScope | "public" | undefined): Security {
  if (!scope || !security.some(({ bearer }) => bearer)) return security;
  return [...security, { key: [scope === "public" ? "read" : scope] }];
}

/** Mounts `/api/openapi.json` and `/api/docs`; both describe the calls that are mounted after this. */
export async function mountApiDocument(app: App, ctx: Context) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "API da Prompteca",
        version: "1.0.0",
        description:
          "Encontre e compartilhe prompts. Ler não pede conta. Erros respondem `{message, code, field?}` em português, ou na forma da RFC 9457 para quem a prefere. As chamadas de administração, moderação e contas são das telas do site; para as outras vale a promessa do que não muda em /api/v1: /programas.",
      },
      servers: [{ url: ctx.config.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          key: { type: "http", scheme: "bearer", bearerFormat: "pk_…", description: KEYS },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = transformRoute(route);
      const { access, keyScope } = route.route.config ?? {};
      if (!access && !schema.hide) throw new Error(`${url} does not say who may call it.`);
      const security = access?.security && withKeys(access.security, keyScope);
      return { url: versioned(url), schema: { ...schema, ...(security && { security }) } };
    },
    transformObject: (input) => describeAnswers(transformDocument(input)),
  });
  app.get(
    "/api/openapi.json",
    { config: { keyScope: "public" }, schema: { hide: true } },
    async (_request, reply) => reply.header("cache-control", DOCUMENT_KEPT).send(app.swagger()),
  );
  // Under the same Content-Security-Policy; without the badge, which loads from another site.
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: { validatorUrl: null },
    theme: { title: "API da Prompteca" },
  });
}
