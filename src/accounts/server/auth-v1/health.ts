/** `GET /health` (wire contract, section 3.13). */
import type { App } from "#platform/http/server.ts";

export function mountHealth(app: App): void {
  app.get("/health", async () => ({
    name: "Prompteca",
    description: "Sign-in service, wire-compatible with Supabase Auth",
  }));
}
