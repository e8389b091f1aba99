import SeededRandom

extension SeededGenerator {
    mutating func bytes(upTo count: Int, from alphabet: [UInt8]) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
        }
    }
}
