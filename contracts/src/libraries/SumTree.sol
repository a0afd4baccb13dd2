// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {ProofNode} from "../interfaces/IRootRegistry.sol";

/// @title SumTree: a Merkle tree whose nodes carry the sum of their leaves
/// @notice A root binds its total: whoever folds a leaf up to it has seen that every sum on the way is part of
/// that total, so no leaf can be hidden from it or counted less.
/// @dev A leaf is the hash of 160 bytes and a node that of 128, so neither can be taken for the other.
library SumTree {
    /// @dev The leaf of `account` in the book of `vault` and `token`, on this chain. Its sum is `earned`.
    function leafOf(address vault, address token, address account, uint256 earned) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, vault, token, account, earned));
    }

    /// @dev The root above a leaf with this hash and sum. Bit i of `index` says on which side of sibling i the
    /// path comes up: 0 left, 1 right. Reverts where a sum does not fit 256 bits.
    function fold(bytes32 hash, uint256 sum, uint256 index, ProofNode[] calldata path)
        internal
        pure
        returns (bytes32, uint256)
    {
        for (uint256 i = 0; i < path.length; ++i) {
            ProofNode calldata sibling = path[i];
            hash = (index >> i) & 1 == 0
                ? keccak256(abi.encode(hash, sum, sibling.hash, sibling.sum))
                : keccak256(abi.encode(sibling.hash, sibling.sum, hash, sum));
            sum += sibling.sum;
        }
        return (hash, sum);
    }
}
