/** Routes of a user's own API keys. No key opens them. */
import * as z from "zod/mini";
import { createdKey, keyList, keyParams, newKeyRequest } from "#accounts/key-contract.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { reportEvent } from "#accounts/server/records/security-events.ts";
import { members } from "#accounts/server/sessions/access.ts";
import { requireSession } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { createKey, listKeys, revokeKey } from "./api-keys.service.ts";

const tags = ["contas"];

export function mountApiKeys(app: App, ctx: Context): void {
  app.get(
    "/api/account/keys",
    apiCall(members(ctx), {
      tags,
      operationId: "listKeys",
      summary: "Suas chaves de API, a mais nova primeiro; as revogadas não",
      response: { 200: keyList },
    }),
    async (request) => ({ keys: await listKeys(ctx, (await requireSession(ctx, request)).id) }),
  );
  app.post(
    "/api/account/keys",
    apiCall(members(ctx), {
      tags,
      operationId: "createKey",
      summary: "Cria uma chave de API",
      description:
        "A chave só aparece nesta resposta. Se o login desta sessão tem mais de uma hora, a senha é exigida; sem ela a resposta é 422 `password_required`.",
      body: newKeyRequest,
      response: { 201: createdKey },
    }),
    async (request, reply) => {
      const viewer = await requireSession(ctx, request);
      const { password, ...form } = request.body;
      const { userAgent } = deviceOf(request);
      const made = await createKey(ctx, viewer, { ...form, password: password ?? undefined }, userAgent);
      reportEvent(ctx, request, "key_created");
      return reply.code(201).send(made);
    },
  );
  app.delete(
    "/api/account/keys/:id",
    apiCall(members(ctx), {
      tags,
      operationId: "revokeKey",
      summary: "Revoga uma das suas chaves de API",
      params: keyParams,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      await revokeKey(ctx, (await requireSession(ctx, request)).id, request.params.id);
      reportEvent(ctx, request, "key_revoked");
      return reply.code(204).send();
    },
  );
}
