"""GPT-2 and attention in float64, from their definitions, as plainly as numpy allows.

Sources: Vaswani et al. 2017, section 3.2.1 (attention); Radford et al. 2019 and the weights'
published layout (pre-norm blocks, learned positions, Conv1D weights [in, out]); Hendrycks and
Gimpel 2016 (GELU, the tanh form); Ba et al. 2016 (layer norm: biased variance, epsilon inside the
root).
Letters: L layers, H heads, T tokens, C channels, D = C/H, V words.
"""

import numpy as np


def softmax(scores, allowed):
    """[n, m] -> [n, m]: each row over its allowed keys; the others are exactly 0."""
    top = np.max(np.where(allowed, scores, -np.inf), axis=-1, keepdims=True)
    e = np.where(allowed, np.exp(np.where(allowed, scores - top, 0.0)), 0.0)
    return e / e.sum(axis=-1, keepdims=True)


def attention(q, k, v, scale, causal):
    """q [n, D], k [m, D], v [m, E] -> every stage of softmax(q k^T / sqrt(D)) v."""
    scores = q @ k.T
    scaled = scores / np.sqrt(q.shape[1]) if scale else scores
    n, m = scores.shape
    allowed = np.tril(np.ones((n, m), bool)) if causal else np.ones((n, m), bool)
    weights = softmax(scaled, allowed)
    return {"scores": scores, "scaled": scaled, "weights": weights, "output": weights @ v}


def entropy_bits(p):
    """Of each row; 0 log 0 is 0."""
    logs = np.log2(np.where(p > 0, p, 1.0))
    return 0.0 - (p * logs).sum(axis=-1)


def jacobian_norm_closed(p):
    """Frobenius norm of diag(p) - p p^T from sums of powers: s2 - 2 s3 + s2^2 under the root."""
    s2, s3 = (p**2).sum(), (p**3).sum()
    return np.sqrt(max(s2 - 2 * s3 + s2**2, 0.0))


def jacobian_norm_explicit(p):
    return np.sqrt(((np.diag(p) - np.outer(p, p)) ** 2).sum())


def layer_norm(x, gain, bias, epsilon):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon) * gain + bias


def gelu(x):
    return 0.5 * x * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (x + 0.044715 * x**3)))


def block(h, w, sizes, causal):
    """One layer: h [T, C] -> its every intermediate, the last being the new h."""
    ln_1 = layer_norm(h, w["ln_1.weight"], w["ln_1.bias"], sizes.epsilon)
    qkv = ln_1 @ w["attn.c_attn.weight"] + w["attn.c_attn.bias"]
    q, k, v = np.split(qkv, 3, axis=1)
    stages = [
        attention(qh, kh, vh, True, causal)
        for qh, kh, vh in zip(*(np.split(part, sizes.H, axis=1) for part in (q, k, v)))
    ]
    attended = np.concatenate([stage["output"] for stage in stages], axis=1)
    projected = attended @ w["attn.c_proj.weight"] + w["attn.c_proj.bias"]
    middle = h + projected
    ln_2 = layer_norm(middle, w["ln_2.weight"], w["ln_2.bias"], sizes.epsilon)
    hidden = ln_2 @ w["mlp.c_fc.weight"] + w["mlp.c_fc.bias"]
    activated = gelu(hidden)
    transformed = activated @ w["mlp.c_proj.weight"] + w["mlp.c_proj.bias"]
    return {
        "ln_1": ln_1, "q": q, "k": k, "v": v,
        "scaled_scores": np.stack([stage["scaled"] for stage in stages]),
        "weights": np.stack([stage["weights"] for stage in stages]),
        "attention_output": attended, "attention_projected": projected,
        "after_attention": middle, "ln_2": ln_2, "mlp_hidden": hidden,
        "mlp_activated": activated, "mlp_projected": transformed,
        "block_output": middle + transformed,
    }


def forward(model, ids, causal=True):
    """The whole model on ids [T]; layers are made and dropped one by one."""
    sizes = model.sizes
    h = model.wte()[ids].astype(float) + model.wpe()[: len(ids)].astype(float)
    result = {"embeddings": h, "layers": []}
    for l in range(sizes.L):
        result["layers"].append(block(h, model.layer(l), sizes, causal))
        h = result["layers"][-1]["block_output"]
    ln_f = model.ln_f()
    result["ln_f"] = layer_norm(h, ln_f["ln_f.weight"], ln_f["ln_f.bias"], sizes.epsilon)
    head = model.head()
    parts = range(0, sizes.V, 8192)
    result["logits"] = np.concatenate(
        [result["ln_f"] @ head[i : i + 8192].astype(float).T for i in parts], axis=1)
    return result
