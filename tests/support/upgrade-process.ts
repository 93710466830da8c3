/** A process that upgrades a given cluster, for tests that kill it. */
import { upgradeCluster } from "#platform/backup/upgrade.ts";

const [dataDir = ""] = process.argv.slice(2);
await upgradeCluster({ dataDir, migrations: new URL("../../migrations/", import.meta.url) });
