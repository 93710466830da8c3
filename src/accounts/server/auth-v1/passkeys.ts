/** `POST /passkeys/authentication/…`: sign-in with a passkey, as sign-in clients ask for it. Making one: passkeys.routes.ts. */
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import * as z from "zod/mini";
import { assertion } from "#accounts/passkey-contract.ts";
import { deviceOf } from "#accounts/server/devices/device.ts";
import { makeChallenge } from "#accounts/server/passkeys/challenges.ts";
import { signInWithPasskey } from "#accounts/server/passkeys/passkey-sign-in.service.ts";
import { rpOf } from "#accounts/server/passkeys/passkeys.service.ts";
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";

export function mountPasskeySignIn(app: App, ctx: Context): void {
  // Names no account and no key, whoever asks: the device knows which ones it has.
  const asking = { schema: { body: z.nullish(z.object({})) }, config: { recorded: false } } as const;
  app.post("/passkeys/authentication/options", asking, async () => {
    const challenge = makeChallenge(ctx, "sign in");
    const options = await generateAuthenticationOptions({
      rpID: rpOf(ctx).expectedRPID,
      challenge: new Uint8Array(challenge),
      userVerification: "required",
      timeout: 10 * 60 * 1000,
    });
    return { challenge_id: challenge.toString("base64url"), options };
  });
  app.post("/passkeys/authentication/verify", { schema: { body: assertion } }, async (request) => {
    request.accessAction = "sign in";
    const session = await signInWithPasskey(ctx, request.body, deviceOf(request), (email) => {
      request.accountEmail = email;
    });
    request.accountId = session.user.id;
    return session;
  });
}
