// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {FixedSupplyToken} from "./FixedSupplyToken.sol";

/// @title DRGV, which pays electricity and part of a machine's price
/// @notice 100 M minted at deployment (80 M liquidity and exchange, 20 M treasury vesting), never again.
contract DRGV is FixedSupplyToken {
    constructor(address[] memory holders, uint256[] memory amounts)
        FixedSupplyToken("Digital Rights Gas Voucher", "DRGV", holders, amounts)
    {}
}
