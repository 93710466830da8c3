/** The routes of a test's site, as its own router has them. */
import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";

/**
 * Opens a site and notes its routes.
 * @param open creates the server
 * @param note is told each route while it is mounted
 */
export async function noteRoutes<Site>(
  open: () => Promise<Site>,
  note: (route: RouteOptions) => void,
): Promise<Site> {
  const onServer = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", note);
  };
  diagnostics.subscribe("fastify.initialization", onServer);
  try {
    return await open();
  } finally {
    diagnostics.unsubscribe("fastify.initialization", onServer);
  }
}
