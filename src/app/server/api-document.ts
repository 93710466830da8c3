/** The OpenAPI document, generated from the schemas that validate the calls, and the page that shows it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { KeyScope } from "#accounts/key-messages.ts";
import type { Context } from "#platform/context.ts";
import { versioned } from "#platform/http/api-version.ts";
import type { App } from "#platform/http/server.ts";
import { describeAnswers } from "./api-answers.ts";
import { transformDocument, transformRoute } from "./api-schemas.ts";

const KEYS =
  "Uma chave de API, criada nas configurações: pk_ e 36 letras e algarismos. Cada chamada diz a permissão de que precisa: read, react ou publish. O que é público se lê sem chave.";

type Security = readonly Record<string, readonly string[]>[] | undefined;

/** What opens a call besides a session: a key with the scope of its route. */
function withKeys(security: Security, scope: KeyScope | "public" | undefined): Security {
  if (!scope || !security?.some(({ bearer }) => bearer)) return undefined;
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
      const security = withKeys(route.schema?.security, route.route.config?.keyScope);
      return { url: versioned(url), schema: { ...schema, ...(security && { security }) } };
    },
    transformObject: (input) => describeAnswers(transformDocument(input)),
  });
  app.get("/api/openapi.json", { config: { keyScope: "public" }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
  // Under the same Content-Security-Policy; without the badge, which loads from another site.
  await app.register(swaggerUi, { routePrefix: "/api/docs", uiConfig: { validatorUrl: null } });
}
