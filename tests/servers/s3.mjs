// Serves a folder as S3 does, on a free port, and prints the port. It checks signatures. Ends with its standard input.
import process from "node:process";
import S3rver from "s3rver";

const [directory] = process.argv.slice(2);
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  directory,
  silent: true,
  configureBuckets: [{ name: "ink" }],
});
const { port } = await server.run();
console.log(port);
process.stdin.on("end", () => process.exit()).resume();
