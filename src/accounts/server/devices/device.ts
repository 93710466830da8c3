/** The device of a request. */
import type { FastifyRequest } from "fastify";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { addressOf } from "#accounts/server/records/access-records.ts";

/** Where a session is used. */
export interface Device {
  ip: string;
  userAgent: string | null;
  /** The device's secret, if sent (known-devices.service.ts). */
  proof?: string | undefined;
}

/** A device's secret: 32 bytes, base64url. Other values are ignored. */
const PROOF = /^[\w-]{43}$/;

/** Origin of a request, as stored with sessions, and the device's secret. */
export function deviceOf(request: FastifyRequest): Device {
  const { "user-agent": userAgent, [DEVICE_HEADER]: proof } = request.headers;
  return {
    ip: addressOf(request),
    userAgent: userAgent?.slice(0, 300) ?? null,
    proof: typeof proof === "string" && PROOF.test(proof) ? proof : undefined,
  };
}
