/** Processes of the site on one clustered database, with pictures in S3-compatible storage and one SMTP server. */
import type { Place } from "#drills/crash/check.ts";
import { type CrashSite, startCrashSite } from "#drills/crash/site.ts";
import { startBuckets } from "#tests/support/buckets.ts";
import { startSmtpServer } from "#tests/support/smtp.ts";

const SECRET_KEY = "Zt8yQ1mF0s7VbX4kR2wL9pJc6nHd3gTe";
const BUCKET = "pictures";

export interface Sites {
  /** The processes; the first of them is who `place` asks. */
  all: CrashSite[];
  /** Where the ledger of acknowledged writes is checked. */
  place: Place;
  close(): Promise<void>;
}

/**
 * @param env variables over those of `startCrashSite`, by the number of the process
 * @param databaseUrl for the checks; DATABASE_URL without `env`
 */
export async function startSites(
  count: number,
  databaseUrl: string,
  env: Record<string, string> | ((number: number) => Record<string, string>) = {},
): Promise<Sites> {
  const buckets = await startBuckets(BUCKET);
  const mails = await startSmtpServer();
  const { endpoint, accessKeyId, secretAccessKey } = buckets.options(BUCKET);
  const all = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      startCrashSite({
        DATABASE_URL: databaseUrl,
        SECRET_KEY,
        SMTP_URL: mails.url,
        // The same mail is the same, whichever process sends it.
        PUBLIC_URL: "http://localhost:3000",
        S3_BUCKET: BUCKET,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
        ...(typeof env === "function" ? env(number) : env),
      }),
    ),
  );
  await Promise.all(all.map((site) => site.ready()));
  return {
    all,
    place: {
      origin: all[0]?.origin ?? "",
      mails,
      database: async () => ({ connectionString: databaseUrl }),
      files: () => buckets.keys(BUCKET),
      secretKey: async () => SECRET_KEY,
    },
    async close() {
      await Promise.all(all.map((site) => site.close()));
      await buckets.close();
      await mails.close();
    },
  };
}
