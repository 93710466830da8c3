/** The site under fuzz: the built pages, demo content, a person and the admin who log in again when they were logged out. */
import type { Context } from "#platform/context.ts";
import type { App } from "#platform/http/server.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import type { Target } from "./run.ts";

/** @param ctx with RATE_LIMITS=off: most requests would meet nothing but them */
export async function openTarget(app: App, ctx: Context): Promise<Target> {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });

  async function isSignedIn(token: string): Promise<boolean> {
    const { statusCode } = await app.inject({
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${token}` },
    });
    return statusCode === 200;
  }
  async function signIn(email: string): Promise<string | undefined> {
    const payload = { email, password: PASSWORD };
    const answer = await app.inject({ method: "POST", url: "/auth/v1/token?grant_type=password", payload });
    return answer.statusCode === 200 ? answer.json().access_token : undefined;
  }

  const admin = await createUser(ctx, { email: ctx.config.adminEmail, username: "Administração" });
  let person = await createUser(ctx);
  async function publishOne() {
    const payload = {
      title: "Um prompt para maltratar",
      content: "Escreva com calma e com exemplos do dia a dia.",
      llm_type_id: 1,
      thumbnail_url: await pictureDataUrl(),
    };
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await app.inject({ method: "POST", url: "/api/prompts", headers, payload });
    if (answer.statusCode !== 201) throw new Error(`nothing was published: ${answer.body}`);
  }
  await publishOne();

  return {
    port: Number(new URL(address).port),
    origin: ctx.config.publicUrl,
    async tokens() {
      if (!(await isSignedIn(admin.token))) {
        const token = await signIn(admin.email);
        if (!token)
          throw new Error(
            "The admin can no longer sign in: all further calls would be refused for that alone.",
          );
        admin.token = token;
      }
      if (!(await isSignedIn(person.token))) {
        const token = await signIn(person.email);
        // Blocked or removed by the admin: somebody else comes.
        person = token ? { ...person, token } : await createUser(ctx);
        await publishOne();
      }
      return { person: person.token, admin: admin.token };
    },
  };
}
