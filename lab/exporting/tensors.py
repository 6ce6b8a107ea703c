"""The tensors of a GPT-2, from anyone's names and layout to those of transformers.

Knows no files. Letters: V vocabulary, P positions, C = n_embd, F = n_inner.
Sources for names and shapes: karpathy/minGPT (model.py, the first and the last) and
huggingface/transformers (modeling_gpt2.py).
"""

import re

from exporting.files import ExportError, printable, some, torch
from exporting.sources import SIZES

PREFIX = re.compile(r"^(?:(?:module|model|transformer)\.)+")
MASK_BUFFER = re.compile(r"^h\.\d+\.attn\.(bias|masked_bias|mask)$")
LINEAR = re.compile(r"^h\.\d+\.(attn\.c_attn|attn\.c_proj|mlp\.c_fc|mlp\.c_proj)\.weight$")
# Names of the first minGPT, and ours for them.
OLD_NAMES = ((r"^tok_emb\.", "wte."), (r"^pos_emb$", "wpe.weight"), (r"^head\.", "lm_head."),
             (r"^blocks\.", "h."), (r"^(h\.\d+)\.ln([12])\.", r"\1.ln_\2."),
             (r"^(h\.\d+)\.attn\.proj\.", r"\1.attn.c_proj."),
             (r"^(h\.\d+)\.mlp\.0\.", r"\1.mlp.c_fc."), (r"^(h\.\d+)\.mlp\.2\.", r"\1.mlp.c_proj."))


def rename(checkpoint):
    """Gives the tensors GPT-2's names without prefix, joins query, key and value, drops masks."""
    tensors, report = {}, checkpoint.report
    n_buffers, n_wrapped, others = 0, 0, []
    for name, tensor in checkpoint.tensors.items():
        if not isinstance(name, str) or not torch.is_tensor(tensor):
            others.append(name)
            continue
        short = PREFIX.sub("", name.replace("_orig_mod.", ""))
        n_wrapped += "_orig_mod." in name or name.startswith("module.")
        for pattern, ours in OLD_NAMES:
            renamed = re.sub(pattern, ours, short)
            checkpoint.is_old |= renamed != short
            short = renamed
        if MASK_BUFFER.match(short):
            n_buffers += 1
            continue
        if short in tensors:
            raise ExportError(f"the tensor {printable(short)} stands there twice, under two names")
        tensors[short] = tensor.detach()
    for name in [name for name in tensors if name.endswith(".attn.query.weight")]:
        checkpoint.is_old, stem = True, name[:-len("query.weight")]
        for end in ("weight", "bias"):
            parts = [f"{stem}{part}.{end}" for part in ("query", "key", "value")]
            found = [tensors.pop(part) for part in parts if part in tensors]
            if found and (len(found) != 3 or len({part.shape for part in found}) != 1):
                raise ExportError(f"{some(parts)} are not three of one shape")
            if found:
                tensors[f"{stem}c_attn.{end}"] = torch.cat(found)
    for name in ("wte.weight", "wpe.weight"):
        tensor = tensors.get(name)
        if tensor is not None and tensor.dim() == 3 and tensor.shape[0] == 1:
            tensors[name] = tensor = tensor[0]  # the first minGPT's pos_emb
        if tensor is None or tensor.dim() != 2:
            raise ExportError(f"it is no GPT-2: it has no matrix {name}",
                              f"its tensors: {some(tensors) or 'none'}")
    if n_wrapped:
        report.append(("prefixes", f"_orig_mod. or module. taken off {n_wrapped} names"))
    if n_buffers:
        report.append(("skipped", f"{n_buffers} mask buffers, which are no weights"))
    if others:
        report.append(("left out", f"what is no tensor: {some(others)}"))
    checkpoint.tensors = tensors


def turn_linears(tensors):
    """Makes linear weights [in, out], as GPT-2's Conv1D has them; returns how many were turned.

    A square c_proj does not tell which way it lies: c_attn and c_fc do, and all lie alike."""
    C = tensors["wte.weight"].shape[1]
    lies = {}
    for name, tensor in tensors.items():
        rows, columns = tensor.shape if LINEAR.match(name) and tensor.dim() == 2 else (0, 0)
        if "c_proj" not in name and rows != columns and C in (rows, columns):
            lies[name] = "[in, out]" if rows == C else "[out, in]"
    if not lies:
        raise ExportError("it is no GPT-2: no c_attn or c_fc tells how its linear weights lie",
                          f"its tensors: {some(tensors)}")
    first = next(iter(lies))
    odd = next((name for name in lies if lies[name] != lies[first]), None)
    if odd:
        raise ExportError(f"{first} is {lies[first]} and {odd} is {lies[odd]}, expected all alike")
    if lies[first] == "[in, out]":
        return 0
    turned = [name for name in tensors if LINEAR.match(name) and tensors[name].dim() == 2]
    tensors.update({name: tensors[name].t() for name in turned})
    return len(turned)


def has_own_head(tensors):
    """Whether the head is another matrix than the embedding."""
    head = tensors.get("lm_head.weight")
    return head is not None and not torch.equal(head, tensors["wte.weight"])


def settle_kind(checkpoint, n_turned, asked):
    """What the source is, by what --format asks for and what its tensors look like."""
    if checkpoint.kind == "state-dict" and n_turned:
        # nanoGPT always ties its head, minGPT never, and minGPT has all biases.
        is_new = has_own_head(checkpoint.tensors) and "ln_f.bias" in checkpoint.tensors
        if checkpoint.is_old or is_new:
            checkpoint.kind = "mingpt"
    fits = {"auto": True, "transformers": False, "state-dict": checkpoint.kind != "transformers",
            "nanogpt": n_turned > 0 and not checkpoint.is_old, "mingpt": n_turned > 0 and checkpoint.kind != "nanogpt"}
    if asked not in ("auto", checkpoint.kind):
        if not fits[asked]:
            raise ExportError(f"--format {asked}: the source looks like {checkpoint.kind}", code=2)
        checkpoint.kind = asked


def sizes_of(tensors, settings, n_head):
    """The sizes, from the tensors; the number of heads, which they do not tell, from elsewhere."""
    layers = {int(found[1]) for found in (re.match(r"h\.(\d{1,6})\.", name) for name in tensors)
              if found}
    if layers != set(range(len(layers))):
        lost = [f"h.{i}" for i in range(len(layers)) if i not in layers]
        raise ExportError(f"layers are missing: {some(lost)}")
    (V, C), P = tensors["wte.weight"].shape, tensors["wpe.weight"].shape[0]
    c_fc = tensors.get("h.0.mlp.c_fc.weight")
    F = c_fc.shape[-1] if c_fc is not None and c_fc.dim() == 2 else 4 * C
    told = settings.get("n_head")
    if n_head is not None and told is not None and n_head != told:
        raise ExportError(f"--n-head {n_head}, but the source says n_head {printable(told)}",
                          code=2)
    n_head = told if n_head is None else n_head
    if n_head is None:
        raise ExportError("the source does not say how many heads it has, and no tensor tells",
                          f"say it with --n-head N; 64 per head is usual: --n-head "
                          f"{max(1, C // 64)}", code=2)
    if not isinstance(n_head, int) or n_head < 1 or C % n_head:
        raise ExportError(f"n_head is {printable(n_head)}, which does not divide n_embd {C}",
                          code=2)
    sizes = dict(zip(SIZES, (len(layers), n_head, C, P, V, F)))
    if not all(sizes.values()):
        raise ExportError("it has tensors without a number in them")
    odd = [name for name in SIZES if settings.get(name, sizes[name]) != sizes[name]]
    if odd:
        raise ExportError("the configuration does not fit the tensors: " + ", ".join(
            f"{name} {printable(settings[name])} against {sizes[name]}" for name in odd))
    return sizes


def cut_padding(tensors, n_tokens, report):
    """Leaves the rows of the embedding and of the head that are tokens of the vocabulary."""
    n_rows = tensors["wte.weight"].shape[0]
    if n_tokens > n_rows:
        raise ExportError(f"the vocabulary has {n_tokens} tokens and the model {n_rows}",
                          "is it the model's own? --vocabulary FOLDER names another", code=2)
    if n_tokens == n_rows:
        return
    for name in ("wte.weight", "lm_head.weight"):
        if name in tensors and tensors[name].dim() == 2:
            tensors[name] = tensors[name][:n_tokens]
    report.append(("cut", f"{n_rows - n_tokens} rows of the embedding that are no tokens of the "
                   f"vocabulary: {n_rows} -> {n_tokens}"))


def shapes_of(sizes):
    """The tensors of a GPT-2 and their shapes, the head apart."""
    L, _, C, P, V, F = (sizes[name] for name in SIZES)
    shapes = {"wte.weight": (V, C), "wpe.weight": (P, C)}
    for layer in range(L):
        shapes.update({f"h.{layer}.{name}": shape for name, shape in (
            ("ln_1.weight", (C,)), ("ln_1.bias", (C,)),
            ("attn.c_attn.weight", (C, 3 * C)), ("attn.c_attn.bias", (3 * C,)),
            ("attn.c_proj.weight", (C, C)), ("attn.c_proj.bias", (C,)),
            ("ln_2.weight", (C,)), ("ln_2.bias", (C,)),
            ("mlp.c_fc.weight", (C, F)), ("mlp.c_fc.bias", (F,)),
            ("mlp.c_proj.weight", (F, C)), ("mlp.c_proj.bias", (C,)))})
    shapes.update({"ln_f.weight": (C,), "ln_f.bias": (C,)})
    return shapes


def fit(tensors, sizes, is_tied, report):
    """The tensors that a GPT-2 of these sizes has, in its order, checked."""
    shapes = shapes_of(sizes)
    biases = [name for name in shapes if name.endswith(".bias")]
    if not any(name in tensors for name in biases):
        tensors.update({name: torch.zeros(shapes[name], dtype=tensors["wte.weight"].dtype)
                        for name in biases})
        report.append(("zeros", f"the model was made without biases: {len(biases)} of zeros"))
    if not is_tied:
        shapes["lm_head.weight"] = tuple(tensors["wte.weight"].shape)
        report.append(("head", "its own: lm_head.weight is written beside wte.weight"))
    elif tensors.pop("lm_head.weight", None) is not None:
        report.append(("head", "tied: lm_head.weight is wte.weight, which is written once"))
    problems = [f"{name} is missing" if name not in tensors else
                f"{name} is {list(tensors[name].shape)}, expected {list(shape)}"
                for name, shape in shapes.items()
                if name not in tensors or tuple(tensors[name].shape) != shape]
    rest = [name for name in tensors if name not in shapes]
    parts = {"wte", "wpe", "h", "ln_f", "lm_head"}
    problems += [f"{name} has no place in it" for name in rest if name.split(".")[0] in parts]
    if problems:
        raise ExportError(f"it does not fit a GPT-2 of these sizes: {some(problems)}")
    if rest:
        report.append(("left out", f"no part of GPT-2: {some(rest)}"))
    return {name: tensors[name] for name in shapes}


def converted(tensors, dtype, report):
    """The tensors as F32, F16 or BF16 (`keep`: as they are, where that is one of them)."""
    types = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
    result, changed = {}, set()
    for name, tensor in tensors.items():
        if not tensor.is_floating_point():
            raise ExportError(f"{name} holds {str(tensor.dtype).removeprefix('torch.')}, expected "
                              "floating-point numbers", "a quantised model cannot be exported")
        kept = tensor.dtype if tensor.dtype in types.values() else torch.float32
        result[name] = tensor.to(types.get(dtype, kept))
        if result[name].dtype != tensor.dtype:
            changed.add(str(tensor.dtype).removeprefix("torch."))
        if not torch.isfinite(result[name]).all():
            if not torch.isfinite(tensor).all():
                raise ExportError(f"{name} holds NaN or infinity",
                                  "a model whose training went wrong?")
            raise ExportError(f"{name} has {tensor.abs().max().item():.3g}, which {dtype} cannot "
                              "hold", "--dtype BF16 or F32 can")
    names = {value: key for key, value in types.items()}
    written = sorted({names[tensor.dtype] for tensor in result.values()})
    report.append(("numbers", " and ".join(written) + (
        f", converted from {' and '.join(sorted(changed))}" if changed else ", as they were")))
    return result
