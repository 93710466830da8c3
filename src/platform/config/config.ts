/** Reads and validates the environment: the only place that looks at `process.env`. */
import { resolve } from "node:path";
import * as z from "zod";
import { LEAST_CONNECTIONS } from "#platform/database/connections.ts";
import {
  credentialAddressFault,
  hostFault,
  isLoopbackHost,
  keyFault,
  mailServerFault,
  publicAddressFault,
  senderAddress,
  trustProxyFault,
  webAddressFault,
} from "./config-values.ts";
import { misspeltNames } from "./misspelt.ts";

/** An empty variable counts as absent, as in most `.env` files and service units. */
const text = z.string().trim().min(1).optional();
const flag = z.enum(["on", "off"], { error: "must be on or off" }).optional();
const NODE_ENVS = ["development", "test", "production"] as const;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const USUAL_REGION = "us-east-1";
const NOT_A_PORT = "must be a whole number from 0 to 65535";

type Rule = (value: string) => string | undefined;
const follows = (rule: Rule) => (value: string, ctx: z.RefinementCtx<string>) => {
  const message = rule(value);
  if (message) ctx.addIssue({ code: "custom", message });
};
/** A text with which a rule finds no fault. */
const ruled = (rule: Rule) => z.string().trim().superRefine(follows(rule));
const webAddress = ruled(webAddressFault).optional();
const databaseAddress = ruled((value) =>
  credentialAddressFault(value, ["postgres:", "postgresql:"]),
).optional();

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const environment = z.object({
  /** `production` requires PUBLIC_URL with https and SMTP_URL, and has no /dev pages. */
  NODE_ENV: z.enum(NODE_ENVS, { error: `must be one of ${NODE_ENVS.join(", ")}, or absent` }).optional(),
  /** TCP port to listen on; 0 takes a free one. */
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: NOT_A_PORT })
    .transform(Number)
    .refine((port) => port <= 65535, { error: NOT_A_PORT })
    .default(3000),
  /** Address to listen on: 127.0.0.1, or 0.0.0.0 in production. */
  HOST: ruled(hostFault).optional(),
  /** The site's address as people type it, without a path; links in mails are built on it alone. */
  PUBLIC_URL: ruled(publicAddressFault).optional(),
  /** Folder of the embedded database, pictures, kept mails and the secret key. */
  DATA_DIR: z.string().default("./data"),
  /** A PostgreSQL server, 15 or newer, instead of the embedded one. */
  DATABASE_URL: databaseAddress,
  /** The same database past a pooler in transaction mode, for what needs a session of its own; DATABASE_URL is then the pooler. */
  DATABASE_DIRECT_URL: databaseAddress,
  /** Connections that one process opens at most, all purposes together. */
  DATABASE_POOL_SIZE: wholeNumber(LEAST_CONNECTIONS, 1000).default(25),
  /** Seconds that one statement of a request may take; people's browsers wait for 30. */
  DATABASE_STATEMENT_TIMEOUT: wholeNumber(1, 60).default(15),
  /** Seconds to wait for a connection, new or free. */
  DATABASE_CONNECT_TIMEOUT: wholeNumber(1, 60).default(10),
  /** 32 random characters or more from which every key is derived; otherwise made once in DATA_DIR/secret.key. */
  SECRET_KEY: z
    .string()
    .superRefine(follows((value) => keyFault(value, 32)))
    .optional(),
  /**
   * Where mails go: `smtps://` begins with TLS, `smtp://` asks for it (STARTTLS) and sends nothing without, but to this machine.
   * Without an address, outside production, mails are kept in DATA_DIR/mail.
   */
  SMTP_URL: ruled(mailServerFault).optional(),
  /** `allow`: mails, and the password in SMTP_URL, go unencrypted where the server offers no TLS. */
  SMTP_PLAINTEXT: z.enum(["allow"], { error: "must be allow, or absent" }).optional(),
  /** Sender of every mail. */
  MAIL_FROM: ruled((value) =>
    senderAddress(value)
      ? undefined
      : "must be one address, as in Prompteca <nao-responda@prompteca.example>",
  ).default("Prompteca <nao-responda@prompteca.local>"),
  /** Bucket for pictures, at any S3-compatible service; without it they lie in DATA_DIR/media. */
  S3_BUCKET: text,
  S3_ENDPOINT: webAddress,
  S3_REGION: z.string().default(USUAL_REGION),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** Folder for backups; when it is set, one is made every night. */
  BACKUP_DIR: text,
  /** When, in UTC. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time from 00:00 to 23:59" })
    .default("06:00"),
  /** How many nightly backups are kept. */
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, { error: "must be a whole number from 1 to 9999" })
    .transform(Number)
    .default(7),
  /** The one account that administers the site. */
  ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).default("admin@prompteca.local"),
  /** The admin's first password; without it a single-use link to set one is offered. */
  ADMIN_PASSWORD: text,
  /** Demo people and prompts on an empty database: on for the embedded one outside production. */
  DEMO_DATA: flag,
  /** What stands in front: a number of hops, or the proxies' addresses. */
  TRUST_PROXY: ruled(trustProxyFault).optional(),
  /** How many seconds to go on answering after the signal to end, while `/healthz` and `/readyz` say no, so that a balancer asks others. */
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, { error: "must be a whole number from 0 to 99" })
    .transform(Number)
    .default(0),
  /** Chat community and social profile; a section without its address is hidden. */
  COMMUNITY_URL: webAddress,
  SOCIAL_URL: webAddress,
  /** Addresses shown on the legal pages. */
  CONTACT_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  PRIVACY_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  /** Bearer token for /metrics; without one it is for this machine, or for whoever has the token told at the start. */
  METRICS_TOKEN: ruled((value) =>
    /\s/.test(value) ? "must not hold spaces" : keyFault(value, 20),
  ).optional(),
  /** `off` lifts the rate limits, for tests only; the 60 s between mails stay. */
  RATE_LIMITS: flag.default("on"),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  /** `off` leaves reads that were answered well and soon out of the log. */
  LOG_READS: flag.default("on"),
});

export type Config = ReturnType<typeof readConfig>;

/** Every fault of the environment at once, one line each. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Whether what is sent to an address can be read on its way. */
function isPlainAddress(value = ""): boolean {
  return URL.canParse(value) && value.startsWith("http:") && !isLoopbackHost(new URL(value).hostname);
}

/** A number of hops, or a list of addresses, as Fastify wants it. */
function trustProxy(value: string | undefined): false | number | string {
  if (value === undefined || value === "false" || value === "0") return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** What would be ignored of a bucket's variables. */
function storageFaults(present: NodeJS.ProcessEnv): string[] {
  const [id, secret] = ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const faults: string[] = [];
  if (!present.S3_BUCKET) {
    for (const name of ["S3_ENDPOINT", "S3_REGION", id, secret]) {
      // The usual region says nothing: deploy/env.example named it with no bucket.
      if (present[name] && present[name] !== USUAL_REGION)
        faults.push(`${name}: no bucket without S3_BUCKET`);
    }
  }
  if (present[id] && !present[secret]) faults.push(`${secret}: required beside ${id}`);
  if (present[secret] && !present[id]) faults.push(`${id}: required beside ${secret}`);
  return faults;
}

/**
 * The validated configuration.
 * @param env the variables; empty ones count as absent
 * @throws ConfigError naming every wrong variable
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(present);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const production = present.NODE_ENV === "production";
  if (production) {
    for (const name of ["PUBLIC_URL", "SMTP_URL"]) {
      if (!present[name]) faults.push(`${name}: required when NODE_ENV is production`);
    }
    if (isPlainAddress(present.PUBLIC_URL)) {
      faults.push("PUBLIC_URL: must be https when NODE_ENV is production, but for localhost");
    }
    if (present.RATE_LIMITS === "off") faults.push("RATE_LIMITS: cannot be off when NODE_ENV is production");
  }
  for (const name of ["BACKUP_AT", "BACKUP_KEEP"]) {
    if (present[name] && !present.BACKUP_DIR) faults.push(`${name}: no backup is made without BACKUP_DIR`);
  }
  if (present.DATABASE_DIRECT_URL && !present.DATABASE_URL) {
    faults.push("DATABASE_DIRECT_URL: stands beside DATABASE_URL, which is not set");
  }
  faults.push(...storageFaults(present));
  const doubts = misspeltNames(Object.keys(present), Object.keys(environment.shape));
  if (!parsed.success || faults.length) {
    throw new ConfigError(`Configuration is wrong:\n  ${[...faults, ...doubts].join("\n  ")}`);
  }

  const values = parsed.data;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    /** Origin alone, without a trailing slash. */
    publicUrl: publicUrl.origin,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseTimeouts: {
      statement: values.DATABASE_STATEMENT_TIMEOUT * 1000,
      connect: values.DATABASE_CONNECT_TIMEOUT * 1000,
    },
    secretKey: values.SECRET_KEY,
    smtpUrl: values.SMTP_URL,
    smtpPlaintext: values.SMTP_PLAINTEXT === "allow",
    mailFrom: values.MAIL_FROM,
    s3: values.S3_BUCKET
      ? {
          bucket: values.S3_BUCKET,
          endpoint: values.S3_ENDPOINT,
          region: values.S3_REGION,
          accessKeyId: values.S3_ACCESS_KEY_ID,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    /** Nightly backups, when they are switched on. */
    backup: values.BACKUP_DIR
      ? {
          dir: resolve(values.BACKUP_DIR),
          at: {
            hour: Number(values.BACKUP_AT.slice(0, 2)),
            minute: Number(values.BACKUP_AT.slice(3)),
          },
          keep: values.BACKUP_KEEP,
        }
      : undefined,
    adminEmail: values.ADMIN_EMAIL.toLowerCase(),
    adminPassword: values.ADMIN_PASSWORD,
    demoData: values.DEMO_DATA ? values.DEMO_DATA === "on" : !values.DATABASE_URL && !production,
    trustProxy: trustProxy(values.TRUST_PROXY),
    drainSeconds: values.DRAIN_SECONDS,
    communityUrl: values.COMMUNITY_URL,
    socialUrl: values.SOCIAL_URL,
    contactEmail: values.CONTACT_EMAIL,
    privacyEmail: values.PRIVACY_EMAIL,
    metricsToken: values.METRICS_TOKEN,
    rateLimits: values.RATE_LIMITS === "on",
    logLevel: values.LOG_LEVEL,
    logReads: values.LOG_READS === "on",
    /** What is not wrong, and probably not meant: a sentence each. */
    doubts,
  };
}
