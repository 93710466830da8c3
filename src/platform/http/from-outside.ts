import { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

/** Whether a request came over the network: pages ask the API within the process as well (page-handler.ts). */
export const isFromOutside = ({ raw }: Pick<FastifyRequest, "raw">): boolean =>
  raw instanceof IncomingMessage;
