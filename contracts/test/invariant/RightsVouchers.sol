// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Holdings} from "./Holdings.sol";

/// @notice Any of DigitalRights' four vouchers as one kind of thing, and why DigitalRights refuses one that
/// was used before or is not the signer's.
abstract contract RightsVouchers is Holdings {
    enum Call {
        Buy,
        Activate,
        Power,
        PowerAgain
    }

    /// @dev Fields that belong to other calls are empty.
    struct Voucher {
        Call call;
        Buy buy;
        Activate activate;
        Power power;
    }

    function _voucherOf(Buy memory v) internal pure returns (Voucher memory one) {
        (one.call, one.buy) = (Call.Buy, v);
    }

    function _voucherOf(Activate memory v) internal pure returns (Voucher memory one) {
        (one.call, one.activate) = (Call.Activate, v);
    }

    function _voucherOf(Power memory v, bool again) internal pure returns (Voucher memory one) {
        (one.call, one.power) = (again ? Call.PowerAgain : Call.Power, v);
    }

    function _accountOf(Voucher memory one) internal pure returns (address) {
        if (one.call == Call.Buy) return one.buy.account;
        return one.call == Call.Activate ? one.activate.account : one.power.account;
    }

    function _deadlineOf(Voucher memory one) internal pure returns (uint256) {
        if (one.call == Call.Buy) return one.buy.deadline;
        return one.call == Call.Activate ? one.activate.deadline : one.power.deadline;
    }

    function _digestOf(Voucher memory one) internal view returns (bytes32) {
        if (one.call == Call.Buy) return digestOf(one.buy);
        if (one.call == Call.Activate) return digestOf(one.activate);
        return digestOf(one.power, one.call == Call.PowerAgain);
    }

    function _dataOf(Voucher memory one, bytes memory signature) internal view returns (bytes memory) {
        if (one.call == Call.Buy) {
            Buy memory b = one.buy;
            return abi.encodeCall(
                rights.buyMachine, (b.usdtAmount, b.drgvAmount, b.drgvPrice, b.machineCount, b.deadline, signature)
            );
        }
        if (one.call == Call.Activate) {
            Activate memory a = one.activate;
            return abi.encodeCall(
                rights.activateMachine, (a.machineIDs, a.drgvAmount, a.drgvPrice, a.period, a.deadline, signature)
            );
        }
        Power memory p = one.power;
        if (one.call == Call.Power) {
            return abi.encodeCall(rights.buyPODpower, (p.drAmount, p.usdrAmount, p.referrer, p.deadline, signature));
        }
        return abi.encodeCall(rights.buyPODpowerAgain, (p.drAmount, p.usdrAmount, p.referrer, p.deadline, signature));
    }

    /// @dev Sends it, by itself or in a multicall, and sees that it is refused for the one right reason. That
    /// nothing moved, `step` and the invariants see.
    function _assertRefused(
        Voucher memory one,
        bytes memory signature,
        address caller,
        bool inMulticall,
        string memory what
    ) internal {
        bytes memory reason = _reasonOf(one, caller);
        bytes memory data = _dataOf(one, signature);
        if (inMulticall) {
            bytes[] memory calls = new bytes[](1);
            calls[0] = data;
            data = abi.encodeCall(rights.multicall, (calls));
        }
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(rights).call(data);
        assertFalse(ok, what);
        assertEq(answer, reason, what);
    }

    /// @dev The signature is looked at last: what else there is to say against a voucher comes first.
    function _reasonOf(Voucher memory one, address caller) private view returns (bytes memory) {
        uint256 deadline = _deadlineOf(one);
        if (block.timestamp > deadline) return abi.encodeWithSelector(IVouchers.VoucherExpired.selector, deadline);
        if (deadline > block.timestamp + 1 hours) {
            return abi.encodeWithSelector(IVouchers.DeadlineTooFar.selector, deadline);
        }
        (address referrer, bool bought) = rights.referrerOf(caller);
        if (one.call == Call.Power) {
            if (bought) return abi.encodeWithSelector(IDigitalRights.PODpowerBoughtBefore.selector);
            if (one.power.referrer == caller) {
                return abi.encodeWithSelector(IDigitalRights.ReferrerWrong.selector, caller, address(0));
            }
        } else if (one.call == Call.PowerAgain) {
            if (!bought) return abi.encodeWithSelector(IDigitalRights.PODpowerNotBoughtBefore.selector);
            if (one.power.referrer != referrer) {
                return abi.encodeWithSelector(IDigitalRights.ReferrerWrong.selector, one.power.referrer, referrer);
            }
        } else {
            uint256 price = one.call == Call.Buy ? one.buy.drgvPrice : one.activate.drgvPrice;
            // machines are sold by the lower of both averages
            uint256 average = oracle.price(address(drgv));
            if (one.call == Call.Buy) average = Math.min(average, oracle.price24h(address(drgv)));
            uint256 difference = price > average ? price - average : average - price;
            if (difference > average * 500 / 10_000) {
                return abi.encodeWithSelector(IDigitalRights.PriceOutOfRange.selector, price, average);
            }
        }
        return abi.encodeWithSelector(IVouchers.VoucherInvalid.selector);
    }
}
