// The chapter's two sentences and the questions that are asked of them, from data/sentences.json.

#pragma once

#include <array>
#include <string>
#include <vector>

namespace attnlab::lab {

struct Chapter {
    std::array<std::string, 2> sentences;  // with `big`, with `small`
    std::string focus;                     // the pronoun
    std::string cue;                       // what begins the answer
    std::vector<std::string> candidates;   // what the pronoun may mean
};

/// Errors: InputError if the file is missing or not as expected.
Chapter load_chapter();

}  // namespace attnlab::lab
