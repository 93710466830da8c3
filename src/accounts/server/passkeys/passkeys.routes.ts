/** Routes of a user's own passkeys. No key opens them; signing in is part of `/auth/v1`. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  challengeAnswer,
  challengeRequest,
  newPasskey,
  passkeyList,
  passkeyName,
  passkeyParams,
  passkeyRemoval,
  passkeyView,
} from "#accounts/passkey-contract.ts";
import { PASSKEYS_PATH } from "#accounts/passkey-messages.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { reportEvent } from "#accounts/server/records/security-events.ts";
import { members } from "#accounts/server/sessions/access.ts";
import { requireSession } from "#accounts/server/sessions/authenticate.ts";
import type { Context } from "#platform/context.ts";
import { apiCall } from "#platform/http/api-calls.ts";
import type { App } from "#platform/http/server.ts";
import { stopReset } from "./passkey-resets.service.ts";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  namePasskey,
  type Owner,
  removePasskey,
} from "./passkeys.service.ts";
import type { Moderates } from "./staff-gate.ts";

const PATH = PASSKEYS_PATH;
const tags = ["contas"];
const WHEN_ASKED =
  "Se o login desta sessão tem mais de uma hora, a senha é exigida; sem ela a resposta é 422 `password_required`. A administração e a moderação precisam de uma sessão aberta com chave de acesso, se já têm uma: 403 `passkey_required`.";

export function mountPasskeys(app: App, ctx: Context, moderates: Moderates): void {
  const ownerOf = async (request: FastifyRequest): Promise<Owner> => {
    const viewer = await requireSession(ctx, request);
    return { ...viewer, isStaff: viewer.isAdmin || (await moderates(ctx.db, viewer.id)), moderates };
  };
  app.get(
    PATH,
    apiCall(members(ctx), {
      tags,
      operationId: "listPasskeys",
      summary: "Suas chaves de acesso, a mais nova primeiro",
      response: { 200: passkeyList },
    }),
    async (request) => listPasskeys(ctx, await ownerOf(request)),
  );
  app.post(
    `${PATH}/challenge`,
    apiCall(members(ctx), {
      tags,
      operationId: "beginPasskey",
      summary: "Começa a criar uma chave de acesso",
      description: `${WHEN_ASKED} Para a primeira delas, chega um link por e-mail.`,
      body: challengeRequest,
      response: { 200: challengeAnswer },
    }),
    async (request) => beginPasskey(ctx, await ownerOf(request), request.body ?? {}),
  );
  app.post(
    PATH,
    apiCall(members(ctx), {
      tags,
      operationId: "createPasskey",
      summary: "Guarda a chave de acesso que o aparelho criou",
      body: newPasskey,
      response: { 201: passkeyView },
    }),
    async (request, reply) => {
      const made = await addPasskey(ctx, await ownerOf(request), request.body, deviceOf(request).userAgent);
      reportEvent(ctx, request, "passkey_created");
      return reply.code(201).send(made);
    },
  );
  app.patch(
    `${PATH}/:id`,
    apiCall(members(ctx), {
      tags,
      operationId: "renamePasskey",
      summary: "Muda o nome de uma das suas chaves de acesso",
      params: passkeyParams,
      body: passkeyName,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      await namePasskey(ctx, await ownerOf(request), request.params.id, request.body.name);
      return reply.code(204).send();
    },
  );
  app.delete(
    `${PATH}/:id`,
    apiCall(members(ctx), {
      tags,
      operationId: "removePasskey",
      summary: "Remove uma das suas chaves de acesso",
      description: WHEN_ASKED,
      params: passkeyParams,
      body: passkeyRemoval,
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      const { userAgent } = deviceOf(request);
      const password = request.body?.password;
      await removePasskey(ctx, await ownerOf(request), request.params.id, { password, userAgent });
      reportEvent(ctx, request, "passkey_removed");
      return reply.code(204).send();
    },
  );
  app.delete(
    `${PATH}/reset`,
    apiCall(members(ctx), {
      tags,
      operationId: "stopPasskeyReset",
      summary: "Impede a remoção das suas chaves de acesso, que a administração pediu",
      response: { 204: z.void() },
    }),
    async (request, reply) => {
      await stopReset(ctx, (await requireSession(ctx, request)).id);
      reportEvent(ctx, request, "passkey_reset_stopped");
      return reply.code(204).send();
    },
  );
}
