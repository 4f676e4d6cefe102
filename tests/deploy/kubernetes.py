"""Checks the manifests of deploy/kubernetes against the schema of Kubernetes, each document by its kind, and that the check can
fail. Needs the package of requirements.txt. The kinds of KEDA are not of that schema: keda/check.mjs looks at them."""

import copy
import pathlib
import sys

import kubernetes_validate
import yaml

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
VERSION = kubernetes_validate.latest_version()


def refusal(document):
    """Why a document is refused; none if it is not."""
    try:
        kubernetes_validate.validate(document, VERSION, strict=True)
    except kubernetes_validate.ValidationError as error:
        return error
    return None


def main():
    checked = 0
    for file in sorted(FOLDER.glob("*.yaml")):
        for document in yaml.safe_load_all(file.read_text(encoding="utf-8")):
            what = f"{file.name}: {document['kind']} {document['metadata']['name']}"
            if document["apiVersion"].startswith("keda.sh/"):
                print(f"kubernetes.py: {what} is of KEDA: another check")
                continue
            why = refusal(document)
            if why is not None:
                sys.exit(f"kubernetes.py: {what}: {why}")
            # What is misspelt, or of another type, is found.
            for harm in ({"replcas": 1}, {"template": 3}, {"accessModes": "x"}):
                harmed = copy.deepcopy(document)
                harmed["spec"].update(harm)
                if refusal(harmed) is None:
                    sys.exit(f"kubernetes.py: {what} with {harm} was not refused: the check checks nothing")
            checked += 1
    print(f"kubernetes.py: {checked} documents are of Kubernetes {VERSION}")


main()
