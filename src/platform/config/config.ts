/** Validates the environment variables and turns them into the configuration. */
import { resolve } from "node:path";
import * as z from "zod";
import { MIN_CONNECTIONS } from "#platform/database/connections.ts";
import { LastingError } from "#platform/operator-error.ts";
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
import { DEFAULT_REGION, dependencyFaults } from "./dependencies.ts";
import { misspeltNames } from "./misspelt.ts";

/** An empty variable counts as absent, as in most `.env` files and service units. */
const text = z.string().trim().min(1).optional();
const flag = z.stringbool({
  truthy: ["on"],
  falsy: ["off"],
  case: "sensitive",
  error: "must be on or off",
});
const NODE_ENVS = ["development", "test", "production"] as const;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const PURGE_METHODS = ["PURGE", "POST"] as const;

/** A text without a fault. @param faultOf returns the error's message */
const ruled = (faultOf: (value: string) => string | undefined, text = z.string().trim()) =>
  text.superRefine((value, ctx) => {
    const message = faultOf(value);
    if (message) ctx.addIssue({ code: "custom", message });
  });
const webAddress = ruled(webAddressFault).optional();
const databaseAddress = ruled((value) =>
  credentialAddressFault(value, ["postgres:", "postgresql:"]),
).optional();

/** Addresses separated by spaces. */
const webAddresses = ruled((value) =>
  value
    .split(/\s+/)
    .map(webAddressFault)
    .find((fault) => fault !== undefined),
).transform((value) => value.split(/\s+/));
const token = ruled((value) => (/\s/.test(value) ? "must not hold spaces" : keyFault(value, 20)));

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const environment = z.object({
  /** `production` requires SMTP_URL and an https PUBLIC_URL, and has no /dev pages. */
  NODE_ENV: z.enum(NODE_ENVS, { error: `must be one of ${NODE_ENVS.join(", ")}, or absent` }).optional(),
  /** TCP port to listen on; 0 chooses a free one. */
  PORT: wholeNumber(0, 65535).default(3000),
  /** Address to listen on; default 127.0.0.1, in production 0.0.0.0. */
  HOST: ruled(hostFault).optional(),
  /** The site's public origin. Links in mails use only this. */
  PUBLIC_URL: ruled(publicAddressFault).optional(),
  /** Folder of the embedded database, pictures, stored mails and the secret key. */
  DATA_DIR: z.string().default("./data"),
  /** URL of a PostgreSQL server, 15 or newer, instead of the embedded one. */
  DATABASE_URL: databaseAddress,
  /** The same database without the pooler in DATABASE_URL, for work that needs a session of its own. */
  DATABASE_DIRECT_URL: databaseAddress,
  /** Replicas of the same database, for anonymous reads: addresses with spaces or commas between them. */
  DATABASE_REPLICA_URL: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(databaseAddress.unwrap()))
    .optional(),
  /** Maximum number of connections of one process to one server, for all purposes. */
  DATABASE_POOL_SIZE: wholeNumber(MIN_CONNECTIONS, 1000).default(25),
  /** Timeout of one statement of a request, in seconds; browsers wait for 30. */
  DATABASE_STATEMENT_TIMEOUT: wholeNumber(1, 60).default(15),
  /** Seconds to wait for a new or free connection. */
  DATABASE_CONNECT_TIMEOUT: wholeNumber(1, 60).default(10),
  /** 32 random characters or more, from which all keys are derived; by default generated in DATA_DIR/secret.key. */
  SECRET_KEY: ruled((value) => keyFault(value, 32), z.string()).optional(),
  /**
   * The mail server: `smtps://` uses TLS from the start, `smtp://` requires STARTTLS except on this machine.
   * Without it, outside production, mails are stored in DATA_DIR/mail.
   */
  SMTP_URL: ruled(mailServerFault).optional(),
  /** `allow` sends mails, and the password in SMTP_URL, unencrypted when the server does not support TLS. */
  SMTP_PLAINTEXT: z.enum(["allow"], { error: "must be allow, or absent" }).optional(),
  /** Sender of every mail. */
  MAIL_FROM: ruled((value) =>
    senderAddress(value)
      ? undefined
      : "must be one address, as in Prompteca <nao-responda@prompteca.example>",
  ).default("Prompteca <nao-responda@prompteca.local>"),
  /** Bucket for pictures on any S3-compatible service; by default they are stored in DATA_DIR/media. */
  S3_BUCKET: text,
  S3_ENDPOINT: webAddress,
  S3_REGION: z.string().default(DEFAULT_REGION),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** Folder for nightly backups; none are made without it. */
  BACKUP_DIR: text,
  /** Time of the nightly backup, in UTC. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time from 00:00 to 23:59" })
    .default("06:00"),
  /** Number of nightly backups to keep. */
  BACKUP_KEEP: wholeNumber(1, 9999).default(7),
  /** Bucket for copies of the nightly backups, elsewhere; its key need not do more than write there. */
  BACKUP_S3_BUCKET: text,
  BACKUP_S3_ENDPOINT: webAddress,
  BACKUP_S3_REGION: z.string().default(DEFAULT_REGION),
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  /** E-mail address of the one admin account. */
  ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).default("admin@prompteca.local"),
  /** The admin's initial password; without it the site offers a single-use link to set one. */
  ADMIN_PASSWORD: text,
  /** Demo people and prompts on an empty database: on for the embedded one outside production. */
  DEMO_DATA: flag.optional(),
  /** The trusted proxies: a number of hops, or their addresses. */
  TRUST_PROXY: ruled(trustProxyFault).optional(),
  /**
   * Seconds to continue serving after the termination signal while `/healthz` and `/readyz` fail, so that a load
   * balancer switches to other processes.
   */
  DRAIN_SECONDS: wholeNumber(0, 99).default(0),
  /** URLs of the chat community and the social profile; a section without its URL is hidden. */
  COMMUNITY_URL: webAddress,
  SOCIAL_URL: webAddress,
  /** Addresses shown on the legal pages. */
  CONTACT_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  PRIVACY_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  /** Who answers for the site in law, shown on the terms of use: name and postal address. */
  REPRESENTATIVE_NAME: z.string().trim().max(200, { error: "must have 200 characters at most" }).optional(),
  REPRESENTATIVE_ADDRESS: z
    .string()
    .trim()
    .max(300, { error: "must have 300 characters at most" })
    .optional(),
  /** `on` keeps the prompts of new authors hidden until a moderator has looked at them. */
  REVIEW_NEW_ACCOUNTS: flag.default(false),
  /** `staff` demands a passkey of the admin and of moderators before they act as such. */
  REQUIRE_PASSKEY: z.enum(["staff"], { error: "must be staff, or absent" }).optional(),
  /** Bearer token for /metrics; without it, /metrics requires a loopback request or the token printed at the start. */
  METRICS_TOKEN: token.optional(),
  /**
   * Addresses of the caches in front of the site, to which purges are sent. Without it, caches keep answers for a
   * second only.
   */
  CACHE_PURGE_URL: webAddresses.optional(),
  /** Bearer token of these requests. */
  CACHE_PURGE_TOKEN: token.optional(),
  /** How they are asked: Varnish by `PURGE`, others by `POST` (docs/operations.md). */
  CACHE_PURGE_METHOD: z
    .enum(PURGE_METHODS, { error: `must be ${PURGE_METHODS.join(" or ")}` })
    .default("PURGE"),
  /** Signing in by Google: the client that the operator has registered there. */
  OIDC_GOOGLE_CLIENT_ID: text,
  OIDC_GOOGLE_CLIENT_SECRET: text,
  /** Signing in by another OpenID Connect issuer: its address, the client there, and its name on the button. */
  OIDC_ISSUER: webAddress,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: z.string().trim().max(40, { error: "must have 40 characters at most" }).optional(),
  /** `off` disables the rate limits, for tests only; the 60 s between mails remain. */
  RATE_LIMITS: flag.default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  /** `off` omits fast, successful reads from the log. */
  LOG_READS: flag.default(true),
});

export type Config = ReturnType<typeof readConfig>;

/** An OpenID Connect issuer by which people may sign in. */
export interface Issuer {
  /** Its name in the sign-in protocol. */
  provider: "google" | "oidc";
  /** Its name on screens and in mails. */
  name: string;
  url: string;
  clientId: string;
  clientSecret: string;
}

const GOOGLE = "https://accounts.google.com";

/** At most two: Google, and one of the operator's own. */
function issuersOf(values: z.output<typeof environment>): Issuer[] {
  const google = { url: GOOGLE, name: "Google" };
  const own = { url: values.OIDC_ISSUER, name: values.OIDC_NAME };
  return [
    [values.OIDC_GOOGLE_CLIENT_ID, values.OIDC_GOOGLE_CLIENT_SECRET, "google", google] as const,
    [values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET, "oidc", own] as const,
  ].flatMap(([clientId, clientSecret, provider, { url, name }]) =>
    url && clientId && clientSecret
      ? [{ provider, url, clientId, clientSecret, name: name ?? new URL(url).hostname }]
      : [],
  );
}

/** All faults of the environment, one per line. */
export class ConfigError extends LastingError {
  override name = "ConfigError";
}

/** Variables that name the place of data, or the key to them. */
const DECIDE_WHERE_DATA_LIES = new Set([
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "S3_BUCKET",
  "S3_ENDPOINT",
  "BACKUP_DIR",
  "SECRET_KEY",
]);

/** Whether requests to a URL are unencrypted on the network. */
function isPlainAddress(value = ""): boolean {
  return URL.canParse(value) && value.startsWith("http:") && !isLoopbackHost(new URL(value).hostname);
}

/** Converts TRUST_PROXY to Fastify's option. */
function trustProxy(value: string | undefined): false | number | string {
  if (value === undefined || value === "false" || value === "0") return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}

/**
 * Validates the environment variables.
 * @param env the variables; empty ones count as absent
 * @throws ConfigError naming every wrong variable
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(present);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  const production = present.NODE_ENV === "production";
  if (production) {
    for (const name of ["PUBLIC_URL", "SMTP_URL", "CONTACT_EMAIL"]) {
      if (!present[name]) faults.push(`${name}: required when NODE_ENV is production`);
    }
    if (isPlainAddress(present.PUBLIC_URL)) {
      faults.push("PUBLIC_URL: must be https when NODE_ENV is production, but for localhost");
    }
    if (/^http:/i.test(present.OIDC_ISSUER?.trim() ?? ""))
      faults.push("OIDC_ISSUER: must be https when NODE_ENV is production");
    if (present.RATE_LIMITS === "off") faults.push("RATE_LIMITS: cannot be off when NODE_ENV is production");
  }
  const issuer = present.OIDC_ISSUER?.trim() ?? "";
  // A person would have two accounts there, or one that two names open.
  if (present.OIDC_GOOGLE_CLIENT_ID && URL.canParse(issuer) && new URL(issuer).origin === GOOGLE)
    faults.push("OIDC_ISSUER: is the issuer that OIDC_GOOGLE_CLIENT_ID is for");
  faults.push(...dependencyFaults(present));
  const misspelt = misspeltNames(Object.keys(present), Object.keys(environment.shape));
  // Ignored, one of these would let a site start on an empty database beside its own.
  if (production)
    faults.push(...misspelt.filter(({ meant }) => DECIDE_WHERE_DATA_LIES.has(meant)).map(({ says }) => says));
  const doubts = misspelt.map(({ says }) => says).filter((says) => !faults.includes(says));
  if (!parsed.success || faults.length) {
    throw new ConfigError(`Configuration is wrong:\n  ${[...faults, ...doubts].join("\n  ")}`);
  }

  const values = parsed.data;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    /** Origin without a trailing slash. */
    publicUrl: publicUrl.origin,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    /** Undefined without replicas. */
    databaseReplicaUrls: values.DATABASE_REPLICA_URL,
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
    /** Undefined when nightly backups are off. */
    backup: values.BACKUP_DIR
      ? {
          dir: resolve(values.BACKUP_DIR),
          at: {
            hour: Number(values.BACKUP_AT.slice(0, 2)),
            minute: Number(values.BACKUP_AT.slice(3)),
          },
          keep: values.BACKUP_KEEP,
          /** Where copies of them go; undefined without any. */
          copies: values.BACKUP_S3_BUCKET
            ? {
                bucket: values.BACKUP_S3_BUCKET,
                endpoint: values.BACKUP_S3_ENDPOINT,
                region: values.BACKUP_S3_REGION,
                accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID,
                secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY,
              }
            : undefined,
        }
      : undefined,
    adminEmail: values.ADMIN_EMAIL.toLowerCase(),
    adminPassword: values.ADMIN_PASSWORD,
    demoData: values.DEMO_DATA ?? (!values.DATABASE_URL && !production),
    trustProxy: trustProxy(values.TRUST_PROXY),
    drainSeconds: values.DRAIN_SECONDS,
    communityUrl: values.COMMUNITY_URL,
    socialUrl: values.SOCIAL_URL,
    contactEmail: values.CONTACT_EMAIL,
    privacyEmail: values.PRIVACY_EMAIL,
    /** Undefined when none is named. */
    representative: values.REPRESENTATIVE_NAME
      ? { name: values.REPRESENTATIVE_NAME, address: values.REPRESENTATIVE_ADDRESS }
      : undefined,
    metricsToken: values.METRICS_TOKEN,
    /** Undefined when no cache is purged. */
    cachePurge:
      values.CACHE_PURGE_URL && values.CACHE_PURGE_TOKEN
        ? {
            urls: values.CACHE_PURGE_URL,
            token: values.CACHE_PURGE_TOKEN,
            method: values.CACHE_PURGE_METHOD,
          }
        : undefined,
    issuers: issuersOf(values),
    /** Whether staff must have a passkey. */
    requirePasskey: values.REQUIRE_PASSKEY === "staff",
    reviewNewAccounts: values.REVIEW_NEW_ACCOUNTS,
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
    logReads: values.LOG_READS,
    /** Probable mistakes that do not prevent the start, one sentence each. */
    doubts,
  };
}

/** Settings that a site does without, where something is missing for its visitors. */
const WISHES = ["COMMUNITY_URL", "SOCIAL_URL", "CONTACT_EMAIL"] as const;
export type Wish = (typeof WISHES)[number];

/** Those that are not set. */
export function unsetWishes({ communityUrl, socialUrl, contactEmail }: Config): Wish[] {
  const values = { COMMUNITY_URL: communityUrl, SOCIAL_URL: socialUrl, CONTACT_EMAIL: contactEmail };
  return WISHES.filter((name) => !values[name]);
}
