// Checks the documents of deploy/kubernetes that are KEDA's against its kinds: values by the schema, names by the types that are
// made of it, since the schema alone lets every unknown name pass. And that the check can fail.

import * as kinds from "@kubernetes-models/keda/keda.sh/v1alpha1";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { parseAllDocuments } from "yaml";

const FOLDER = fileURLToPath(new URL("../../../deploy/kubernetes/", import.meta.url));
const TYPED = fileURLToPath(new URL("document.ts", import.meta.url));
const OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** Why a document is refused; nothing if it is not. */
function refusal(document) {
  const Kind = kinds[document.kind];
  if (Kind === undefined) return `KEDA has no ${document.kind}`;
  try {
    new Kind(document).validate();
  } catch (error) {
    return error.message;
  }
  const from = "@kubernetes-models/keda/keda.sh/v1alpha1";
  const text = JSON.stringify(document, null, 2);
  writeFileSync(TYPED, `import type { I${document.kind} } from "${from}";\nexport const document: I${document.kind} = ${text};\n`);
  let found;
  try {
    [found] = ts.getPreEmitDiagnostics(ts.createProgram([TYPED], OPTIONS));
  } finally {
    rmSync(TYPED);
  }
  return found && ts.flattenDiagnosticMessageText(found.messageText, "\n");
}

/** What is misspelt, or of another type, or missing. */
const harms = {
  TriggerAuthentication: [
    (spec) => (spec.secretTargetRefs = []),
    (spec) => (spec.secretTargetRef[0].kye = "x"),
    (spec) => (spec.secretTargetRef = 3),
    (spec) => delete spec.secretTargetRef[0].parameter,
  ],
  ScaledObject: [
    (spec) => (spec.minReplicas = 1),
    (spec) => (spec.minReplicaCount = "none"),
    (spec) => (spec.triggers[0].authentication = {}),
    (spec) => delete spec.triggers[0].type,
    (spec) => delete spec.scaleTargetRef,
  ],
};

let checked = 0;
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".yaml")).sort()) {
  for (const parsed of parseAllDocuments(readFileSync(FOLDER + file, "utf8"))) {
    const document = parsed.toJS();
    if (!document.apiVersion.startsWith("keda.sh/")) continue;
    const what = `${file}: ${document.kind} ${document.metadata.name}`;
    const why = refusal(document);
    if (why) throw new Error(`${what}: ${why}`);
    if (harms[document.kind] === undefined) throw new Error(`${what}: say here what harms one`);
    for (const harm of harms[document.kind]) {
      const harmed = structuredClone(document);
      harm(harmed.spec);
      if (!refusal(harmed)) throw new Error(`${what} was not refused after ${harm}: the check checks nothing`);
    }
    checked += 1;
  }
}
if (checked === 0) throw new Error("no document of KEDA was found");
console.log(`keda: ${checked} documents are of KEDA`);
