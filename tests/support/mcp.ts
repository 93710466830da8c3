/** Clients of the MCP server, over the network, in both revisions of the protocol that the site serves. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof REVISIONS)[number];

/**
 * Connects the SDK's own client, until the test ends.
 * @param url of the server, with its query
 * @param options.key sent as a bearer token
 */
export async function connectMcp(
  url: string,
  { revision = "2026-07-28", key }: { revision?: Revision; key?: string } = {},
): Promise<Client> {
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
  const client = new Client({ name: "teste", version: "1.0.0" }, { versionNegotiation: { mode } });
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** A message as it is posted by hand. */
export interface Posted {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the site answers
  body: any;
}

/** Posts a message of the revision with a handshake. @param body sent as it is, if it is a text */
export async function postMcp(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Posted> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}
